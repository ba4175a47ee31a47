import type { CommandStartedEvent } from 'mongodb';
import type { Connection } from 'mongoose';
import type { Logger } from '@outreach/service-kit';
import { counter } from '@outreach/service-kit/metrics';
import { isSystem, isGuarded } from './tenant-guard.ts';

const violations = counter(
  'tenant_guard_violations_total',
  'Commands that reached a tenant collection without a workspace. Anything but zero is a bug.',
  ['collection', 'command'],
);

export interface ProbeOptions {
  readonly logger: Logger;
  readonly onTenantViolation?: (description: string) => void;
}

/** The arguments of a driver method, or the fields of a command. */
type Given = unknown;
/** Returns the documents that must name a workspace. */
type OwnedDocuments = (given: Given) => readonly unknown[];

const first: OwnedDocuments = (params) => [list(params)[0]];

/** By method of a driver collection. */
const CALLS: Readonly<Record<string, OwnedDocuments>> = {
  find: first,
  findOne: first,
  countDocuments: first,
  findOneAndUpdate: first,
  findOneAndReplace: first,
  findOneAndDelete: first,
  updateOne: first,
  updateMany: first,
  replaceOne: first,
  deleteOne: first,
  deleteMany: first,
  insertOne: first,
  insertMany: (params) => list(list(params)[0]),
  distinct: (params) => [list(params)[1]],
  aggregate: (params) => [member(list(list(params)[0])[0], '$match')],
  bulkWrite: (params) => list(list(params)[0]).flatMap(bulkParts),
};

/** By command of the wire protocol. */
const COMMANDS: Readonly<Record<string, OwnedDocuments>> = {
  find: (command) => [member(command, 'filter')],
  count: (command) => [member(command, 'query')],
  distinct: (command) => [member(command, 'query')],
  findAndModify: (command) => [member(command, 'query')],
  aggregate: (command) => [member(list(member(command, 'pipeline'))[0], '$match')],
  insert: (command) => list(member(command, 'documents')),
  update: (command) => list(member(command, 'updates')).map((update) => member(update, 'q')),
  delete: (command) => list(member(command, 'deletes')).map((deletion) => member(deletion, 'q')),
};

interface Seen {
  readonly collection: string;
  readonly command: string;
  readonly given: Given;
}

type OnCall = (call: { collectionName: string; method: string; params: unknown[] }) => void;

/** Checks the calls of models to the driver, after all hooks. Its cost is negligible. */
export function checkCalls(connection: Connection, options: ProbeOptions): void {
  const check = checker(connection, CALLS, options);
  const onCall: OnCall = ({ collectionName, method, params }) => {
    check({ collection: collectionName, command: method, given: params });
  };
  connection.on('operation-start', onCall);
}

/** Checks commands on the wire, including direct calls of the driver. The driver then reads every reply twice (ADR 0012). */
export function checkWire(connection: Connection, options: ProbeOptions): void {
  const check = checker(connection, COMMANDS, options);
  connection.getClient().on('commandStarted', ({ command, commandName }: CommandStartedEvent) => {
    check({ collection: String(command[commandName]), command: commandName, given: command });
  });
}

function checker(
  connection: Connection,
  table: Readonly<Record<string, OwnedDocuments>>,
  { logger, onTenantViolation }: ProbeOptions,
): (seen: Seen) => void {
  const walled = new Set(
    Object.values(connection.models)
      .filter(isGuarded)
      .map((model) => model.collection.collectionName),
  );
  return ({ collection, command, given }) => {
    const ownedParts = table[command];
    if (ownedParts === undefined || !walled.has(collection) || isSystem()) return;
    if (ownedParts(given).every(namesWorkspace)) return;
    violations.inc({ collection, command });
    logger.error({ collection, command }, 'a command passed the tenant wall');
    onTenantViolation?.(`${command} on ${collection} names no workspace`);
  };
}

/** The document of an insert, the filter of every other operation. */
function bulkParts(operation: unknown): unknown[] {
  if (typeof operation !== 'object' || operation === null) return [undefined];
  return Object.values(operation).map((part: unknown) => member(part, 'document') ?? member(part, 'filter'));
}

/** True when the document, or a condition of its `$and`, names one workspace. */
function namesWorkspace(part: unknown): boolean {
  if (typeof member(part, 'workspace_id') === 'string') return true;
  return list(member(part, '$and')).some(namesWorkspace);
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? Array.from<unknown>(value) : [];
}
