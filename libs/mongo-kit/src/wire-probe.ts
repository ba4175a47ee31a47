import type { CommandStartedEvent } from 'mongodb';
import type { Connection } from 'mongoose';
import { counter, type Logger } from '@outreach/service-kit';
import { isSystem, isWalled } from './tenant-wall.ts';

const violations = counter(
  'tenant_wall_violations_total',
  'Commands that reached a tenant collection without a workspace. Anything but zero is a bug.',
  ['collection', 'command'],
);

interface ProbeOptions {
  readonly logger: Logger;
  readonly onTenantViolation?: (description: string) => void;
}

type Command = CommandStartedEvent['command'];

/** Where each command keeps the documents that must name a workspace. */
const OWNED_PARTS: Readonly<Record<string, (command: Command) => readonly unknown[]>> = {
  find: (command) => [member(command, 'filter')],
  count: (command) => [member(command, 'query')],
  distinct: (command) => [member(command, 'query')],
  findAndModify: (command) => [member(command, 'query')],
  aggregate: (command) => [list(command['pipeline'])[0]].map((stage) => member(stage, '$match')),
  insert: (command) => list(command['documents']),
  update: (command) => list(command['updates']).map((update) => member(update, 'q')),
  delete: (command) => list(command['deletes']).map((deletion) => member(deletion, 'q')),
};

/** Listens on the wire, behind everything that could forget the wall. */
export function watchTenantWall(connection: Connection, { logger, onTenantViolation }: ProbeOptions): void {
  const walled = new Set(
    Object.values(connection.models)
      .filter(isWalled)
      .map((model) => model.collection.collectionName),
  );
  connection.getClient().on('commandStarted', (event: CommandStartedEvent) => {
    const ownedParts = OWNED_PARTS[event.commandName];
    if (ownedParts === undefined || isSystem()) return;
    const collection = String(event.command[event.commandName]);
    if (!walled.has(collection) || ownedParts(event.command).every(namesWorkspace)) return;
    violations.inc({ collection, command: event.commandName });
    logger.error({ collection, command: event.commandName }, 'a command passed the tenant wall');
    onTenantViolation?.(`${event.commandName} on ${collection} names no workspace`);
  });
}

/** True when the document, or a member of its `$and`, holds one workspace. */
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
