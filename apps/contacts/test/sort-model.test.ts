import { describeSorts } from './sort-model.ts';

const SORTS = 10;

await describeSorts(SORTS);
