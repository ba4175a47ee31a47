import type { AuditAction } from '@outreach/contracts-auth';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { AuditedRecord, AuditEntry, Origin } from './audit-entry.ts';

export interface AuditEntryStore {
  append(entry: AuditEntry): Promise<void>;
  /** Adds entries of any workspace; those whose id exists stay as they are. */
  appendOnce(entries: readonly AuditEntry[]): Promise<void>;
  /** Entries of the current call's workspace, newest first. @throws AppError invalid_argument on `cursor`. */
  list(page: PageRequest): Promise<PageOf<AuditEntry>>;
}

/** Records actions. */
export interface Audit {
  /** Part of the transaction of the action. */
  record(origin: Origin, action: AuditAction, about: AuditedRecord): Promise<void>;
}
