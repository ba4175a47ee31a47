/** Runs a transaction in a call of the workspace. */
export type CommitInWorkspace = (workspaceId: string, work: () => Promise<void>) => Promise<void>;
