import { AsyncLocalStorage } from 'node:async_hooks';
import type { Aggregate, Query, Schema } from 'mongoose';
import { currentCall } from '@outreach/service-kit';
import { READING_QUERIES, WRITING_QUERIES } from './query-operations.ts';

/** Schema flag of the collections behind the wall. */
const TENANT_OPTION = 'tenantWall';

const systemReason = new AsyncLocalStorage<string>();

/** The one way past the wall, for work that spans workspaces. The reason is for the reader of the code. */
export function runAsSystem<T>(reason: string, fn: () => T): T {
  return systemReason.run(reason, fn);
}

export function isSystem(): boolean {
  return systemReason.getStore() !== undefined;
}

/** True for collections behind the wall. */
export function isWalled({ schema }: Walled): boolean {
  return schema.get(TENANT_OPTION as 'strict') === true;
}

/** As much of a model as knows on which side of the wall it is. */
export interface Walled {
  readonly schema: { get(option: 'strict'): unknown };
}

interface Owned {
  workspace_id?: unknown;
  [member: string]: unknown;
}

/**
 * Adds the workspace of the current call to every query, aggregate, save, insertMany and bulkWrite.
 * Without a call the operation throws; so does one that names another workspace.
 */
export function tenantWall(schema: Schema): void {
  schema.set(TENANT_OPTION as 'strict', true);
  schema.pre([...READING_QUERIES, ...WRITING_QUERIES], function addWorkspace(this: Query<unknown, unknown>) {
    const workspaceId = wallOf(this.getFilter());
    if (workspaceId !== undefined) this.where({ workspace_id: workspaceId });
  });
  schema.pre('aggregate', function addMatch(this: Aggregate<unknown>) {
    const workspaceId = wallOf({});
    if (workspaceId !== undefined) this.pipeline().unshift({ $match: { workspace_id: workspaceId } });
  });
  schema.pre('validate', function own() {
    ownDocument(this);
  });
  schema.pre('insertMany', function ownAll(documents: Owned | Owned[]) {
    for (const document of Array.isArray(documents) ? documents : [documents]) ownDocument(document);
  });
  schema.pre('bulkWrite', function ownOperations(operations: readonly object[]) {
    for (const operation of operations) {
      for (const part of Object.values<BulkOperation>({ ...operation })) ownBulkPart(part);
    }
  });
  schema.pre('estimatedDocumentCount', function refuse() {
    throw new Error('estimatedDocumentCount counts all workspaces; use countDocuments.');
  });
}

interface BulkOperation {
  filter?: Owned;
  document?: Owned;
  replacement?: Owned;
}

function ownBulkPart(part: BulkOperation): void {
  if (part.document !== undefined) {
    ownDocument(part.document);
    return;
  }
  const filter = (part.filter ??= {});
  const workspaceId = wallOf(filter);
  if (workspaceId !== undefined) filter.workspace_id = workspaceId;
  if (part.replacement !== undefined) ownDocument(part.replacement);
}

/** Gives the document the workspace of the current call. @throws when it names another. */
export function ownDocument(document: Owned): void {
  const workspaceId = wallOf(document);
  if (workspaceId !== undefined) document.workspace_id = workspaceId;
}

/** The workspace to add; undefined for system work. @throws when the call has none, or names another. */
export function wallOf(named: Owned): string | undefined {
  if (isSystem()) return undefined;
  const workspaceId = currentCall()?.workspaceId ?? '';
  if (workspaceId === '') throw new Error('A tenant collection was used outside a call of a workspace.');
  if (named.workspace_id !== undefined && named.workspace_id !== workspaceId) {
    throw new Error('A tenant collection was used with the id of another workspace.');
  }
  return workspaceId;
}
