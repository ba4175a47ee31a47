import type { Aggregate, Query, Schema } from 'mongoose';
import { currentScope, requireWorkspaceId, withScope } from '@outreach/service-kit';
import { READING_QUERIES, WRITING_QUERIES } from './query-operations.ts';

/** Schema option that marks tenant collections. */
const TENANT_OPTION = 'tenantGuard';

/** Runs work that spans workspaces: the tenant guard adds no workspace. The reason documents the call. */
export function runAsSystem<T>(reason: string, fn: () => T): T {
  return withScope({ systemReason: reason }, fn);
}

export function isSystem(): boolean {
  return currentScope().systemReason !== undefined;
}

/** True for tenant collections. */
export function isGuarded({ schema }: Guarded): boolean {
  return schema.get(TENANT_OPTION as 'strict') === true;
}

/** The fields of a model that show whether its collection is a tenant collection. */
export interface Guarded {
  readonly schema: { get(option: 'strict'): unknown };
}

interface Owned {
  workspace_id?: unknown;
  [field: string]: unknown;
}

/**
 * Adds the workspace of the current call to every query, aggregate, save, insertMany and bulkWrite of the schema. An
 * operation outside a call throws; so does an operation that names another workspace.
 */
export function tenantGuard(schema: Schema): void {
  schema.set(TENANT_OPTION as 'strict', true);
  schema.pre([...READING_QUERIES, ...WRITING_QUERIES], function addWorkspace(this: Query<unknown, unknown>) {
    const workspaceId = guardedWorkspace(this.getFilter());
    if (workspaceId !== undefined) this.where({ workspace_id: workspaceId });
  });
  schema.pre('aggregate', function addMatch(this: Aggregate<unknown>) {
    const workspaceId = guardedWorkspace({});
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
      for (const write of Object.values<BulkOperation>({ ...operation })) ownBulkWrite(write);
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

function ownBulkWrite(write: BulkOperation): void {
  if (write.document !== undefined) {
    ownDocument(write.document);
    return;
  }
  const filter = (write.filter ??= {});
  const workspaceId = guardedWorkspace(filter);
  if (workspaceId !== undefined) filter.workspace_id = workspaceId;
  if (write.replacement !== undefined) ownDocument(write.replacement);
}

/** Sets the workspace of the current call on the document. @throws Error when it names another workspace. */
export function ownDocument(document: Owned): void {
  const workspaceId = guardedWorkspace(document);
  if (workspaceId !== undefined) document.workspace_id = workspaceId;
}

/**
 * The workspace to add to an operation; undefined for work that spans workspaces.
 * @throws Error outside a call of a workspace, or when the operation names another workspace.
 */
export function guardedWorkspace(operation: Owned): string | undefined {
  if (isSystem()) return undefined;
  const workspaceId = requireWorkspaceId();
  if (operation.workspace_id !== undefined && operation.workspace_id !== workspaceId) {
    throw new Error('A tenant collection was used with the id of another workspace.');
  }
  return workspaceId;
}
