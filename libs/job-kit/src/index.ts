export { createLeaderLease } from './leader-lease.ts';
export type { LeaderLease, LeaderLeaseOptions } from './leader-lease.ts';
export { pollingJob } from './polling-job.ts';
export type { PollingJobOptions } from './polling-job.ts';
export { compactCountsJobs, createCountRows } from './count-rows.ts';
export type {
  CompactCountsOptions,
  CountDifference,
  CountRow,
  CountRows,
  CountRowsOptions,
} from './count-rows.ts';
export { measureOldestDue } from './measure-oldest-due.ts';
export type { OldestDueOptions } from './measure-oldest-due.ts';
export { createBatcher } from './batcher.ts';
export type { Batcher, BatcherOptions } from './batcher.ts';
export { FairScheduler } from './fair-scheduler.ts';
export type { FairSchedulerOptions, ScheduledItem } from './fair-scheduler.ts';
export { ClaimLost, requireClaim } from './require-claim.ts';
export { pauseMsAfter, retryLater } from './retry-later.ts';
export type { OnWorkError } from './retry-later.ts';
export { queueWakeUpsOf } from './queue-wake-ups.ts';
export type { QueueWakeUps } from './queue-wake-ups.ts';
export { createWakeUp } from './wake-up.ts';
export type { WakeUp } from './wake-up.ts';
export { createLeasedRows, ENDED } from './leased-rows.ts';
export type {
  DueOptions,
  DueRows,
  Lease,
  LeasedChange,
  LeasedRow,
  LeasedRows,
  LeasedRowsOptions,
  LeaseFields,
} from './leased-rows.ts';
export { createWorkQueue, workFields, workIndex } from './work-queue.ts';
export type {
  Claim,
  ClaimOptions,
  ClaimResult,
  WorkFields,
  WorkQueue,
  WorkQueueOptions,
} from './work-queue.ts';
export { workQueueJob } from './work-queue-job.ts';
export type { WorkFailure, WorkQueueJobOptions } from './work-queue-job.ts';
