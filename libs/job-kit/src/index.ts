export { createLeaderLease } from './leader-lease.ts';
export type { LeaderLease, LeaderLeaseOptions } from './leader-lease.ts';
export { pollingJob } from './polling-job.ts';
export type { PollingJobOptions } from './polling-job.ts';
export { createWakeUp } from './wake-up.ts';
export type { WakeUp } from './wake-up.ts';
