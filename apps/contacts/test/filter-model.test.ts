import { describeFilters } from './filter-model.ts';

const FILTER_SETS = 200;
const SETS_OVER_GRPC = 10;

await describeFilters(FILTER_SETS, SETS_OVER_GRPC);
