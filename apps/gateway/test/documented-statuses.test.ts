import { describeGeneratedRequests } from './generated-requests.ts';

const RUNS_PER_ROUTE = 4;

await describeGeneratedRequests(RUNS_PER_ROUTE);
