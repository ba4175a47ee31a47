import type { Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { Audit } from '../audit-log/index.ts';
import type { CredentialChanges } from '../credential-changes/index.ts';
import type { WorkspaceStore } from '../workspaces/index.ts';
import type { ApiKey } from './api-key.ts';

/** API keys of the current call's workspace. */
export interface ApiKeyStore {
  findById(id: string): Promise<ApiKey | undefined>;
  countLive(now: Date): Promise<number>;
  insert(key: ApiKey): Promise<void>;
  update(key: ApiKey): Promise<void>;
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  list(query: PageRequest & { readonly includeRevoked: boolean }): Promise<PageOf<ApiKey>>;
}

/** API keys of all workspaces: a key is looked up before its workspace is known. */
export interface ApiKeyDirectory {
  findByDigest(sha256: string): Promise<ApiKey | undefined>;
  findAnywhere(id: string): Promise<ApiKey | undefined>;
  /** Stores the time of the last use without waiting for the disk. */
  recordUse(id: string, at: Date): Promise<void>;
}

export interface ApiKeyPorts {
  readonly keys: ApiKeyStore;
  readonly directory: ApiKeyDirectory;
  readonly workspaces: WorkspaceStore;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly audit: Audit;
  readonly changes: CredentialChanges;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}
