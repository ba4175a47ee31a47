import { auditRecorded, RECORDED_ACTORS } from '@outreach/contracts-common/audit';
import type { EventSink } from '@outreach/event-schema';
import type { CallContext, NewId } from '@outreach/service-kit';
import type {
  MethodEntry,
  QueryMethod,
  RpcTable,
  StreamEntry,
  UploadMethodEntry,
} from '@outreach/service-kit/rpc';
import type { AuditRule, AuditTable } from './audit-rules.ts';

type AnyRule = AuditRule<unknown, unknown>;
type AnyRow = AnyRule | { readonly none: string };
type ReadingEntry = QueryMethod<unknown, unknown> | StreamEntry<unknown, unknown>;
type AnyEntry = MethodEntry<unknown, unknown> | UploadMethodEntry<unknown, unknown> | ReadingEntry;
type WritingEntry = Exclude<AnyEntry, ReadingEntry>;
type Note = (ctx: CallContext, reply: unknown, request?: unknown) => void;

export interface RecordWritesPorts {
  readonly events: EventSink;
  readonly ids: NewId;
}

/**
 * Wraps the methods of a service so that each successful write emits its audit entry in its own transaction: there is no
 * write without its entry, and no entry without its write. A replayed reply runs no command, so it has no entry.
 * @throws Error naming the commands without a row, and the reads with a rule.
 */
export function recordWrites<Definition extends object>(
  methods: RpcTable<Definition>,
  table: AuditTable<Definition>,
  ports: RecordWritesPorts,
): RpcTable<Definition> {
  const rules = table as Readonly<Record<string, AnyRow>>;
  const problems: string[] = [];
  const recorded = Object.entries<AnyEntry>(methods as Readonly<Record<string, AnyEntry>>).map(
    ([name, entry]): [string, AnyEntry] => {
      const rule = rules[name];
      const isRead = 'query' in entry || 'stream' in entry;
      if (rule === undefined && !isRead) problems.push(`${name} has no row`);
      if (rule === undefined || 'none' in rule) return [name, entry];
      if (isRead) problems.push(`${name} changes nothing`);
      return [name, isRead ? entry : recording(entry, noteOf(rule, ports))];
    },
  );
  if (problems.length > 0) throw new Error(`The audit table is wrong: ${problems.join('; ')}.`);
  // The same methods with the same signatures.
  return Object.fromEntries(recorded) as RpcTable<Definition>;
}

function noteOf(rule: AnyRule, { events, ids }: RecordWritesPorts): Note {
  return ({ principal, clientAddress, requestId }, reply, request) => {
    const type = RECORDED_ACTORS.find((actor) => actor === principal.type);
    const id = rule.id(reply, request);
    // A service that acts by itself is no caller.
    if (type === undefined || id === undefined) return;
    events.emit(auditRecorded, {
      aggregate: { id: ids('aud'), version: 1 },
      data: {
        action: rule.action,
        actor: { type, id: principal.id },
        target: { type: rule.target, id },
        count: rule.count?.(reply) ?? null,
        ip: clientAddress === '' ? null : clientAddress,
        request_id: requestId,
      },
    });
  };
}

function recording(entry: WritingEntry, note: Note): AnyEntry {
  if ('command' in entry)
    return {
      ...entry,
      command: async (ctx, request) =>
        noted(await entry.command(ctx, request), (reply) => note(ctx, reply, request)),
    };
  if ('prepare' in entry)
    return {
      ...entry,
      prepare: async (ctx, request) => {
        const write = await entry.prepare(ctx, request);
        return async () => noted(await write(), (reply) => note(ctx, reply, request));
      },
    };
  if ('effect' in entry)
    return {
      ...entry,
      effect: async (ctx, stored) => {
        const write = await entry.effect(ctx, stored);
        return async () => noted(await write(), (reply) => note(ctx, reply));
      },
    };
  return {
    ...entry,
    receive: async (ctx, chunks) => {
      const received = await entry.receive(ctx, chunks);
      return {
        ...received,
        command: async () => noted(await received.command(), (reply) => note(ctx, reply)),
      };
    },
  };
}

function noted<T>(reply: T, note: (reply: T) => void): T {
  note(reply);
  return reply;
}
