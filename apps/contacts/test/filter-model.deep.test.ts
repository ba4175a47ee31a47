import { jest } from '@jest/globals';
import { describeFilters } from './filter-model.ts';

jest.setTimeout(300_000);

const FILTER_SETS = 2_000;
const SETS_OVER_GRPC = 40;

await describeFilters(FILTER_SETS, SETS_OVER_GRPC);
