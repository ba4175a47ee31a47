import type { NewId } from '@outreach/service-kit';
import type { Audit } from '../audit-log/index.ts';
import type { CredentialChanges } from '../credential-changes/index.ts';
import type { Workspace } from './workspace.ts';

export interface WorkspaceStore {
  findById(id: string): Promise<Workspace | undefined>;
  insert(workspace: Workspace): Promise<void>;
  update(workspace: Workspace): Promise<void>;
  /** Oldest first, at most 10,000. */
  list(): Promise<readonly Workspace[]>;
  /** Transactions that lock the same workspace run one after another. */
  lock(id: string): Promise<void>;
}

export interface AgencyStore {
  /** Returns the id of the agency with that name; creates it if there is none. */
  findOrCreate(name: string): Promise<string>;
}

export interface WorkspacePorts {
  readonly workspaces: WorkspaceStore;
  readonly audit: Audit;
  readonly changes: CredentialChanges;
  readonly newId: NewId;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}
