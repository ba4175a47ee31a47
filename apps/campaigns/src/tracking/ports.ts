import type { SendStatus } from '../sends/index.ts';

/** Hits that were counted; a hit can arrive again. */
export interface CountedHits {
  /** Part of a transaction: the ids that were not counted before. They count from now on. */
  takeNew(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface SendStatuses {
  /** The statuses of the sends of the current call's workspace. */
  statusesOf(ids: readonly string[]): Promise<ReadonlyMap<string, SendStatus>>;
}

/** Runs a transaction in a call of the workspace. */
export type CommitInWorkspace = (workspaceId: string, work: () => Promise<void>) => Promise<void>;
