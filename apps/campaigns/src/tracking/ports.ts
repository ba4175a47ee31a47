import type { SendStatus } from '../sends/index.ts';

export interface SendStatuses {
  /** The statuses of the sends of the current call's workspace. */
  statusesOf(ids: readonly string[]): Promise<ReadonlyMap<string, SendStatus>>;
}

/** Runs a transaction in a call of the workspace. */
export type CommitInWorkspace = (workspaceId: string, work: () => Promise<void>) => Promise<void>;
