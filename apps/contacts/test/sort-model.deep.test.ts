import { jest } from '@jest/globals';
import { describeSorts } from './sort-model.ts';

jest.setTimeout(120_000);

const SORTS = 60;

await describeSorts(SORTS);
