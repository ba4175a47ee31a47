import { describeGeneratedRequests } from './generated-requests.ts';

const RUNS_PER_ROUTE = 60;

await describeGeneratedRequests(RUNS_PER_ROUTE);
