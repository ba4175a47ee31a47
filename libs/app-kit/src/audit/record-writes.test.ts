import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { MethodEntry, RpcTable, UnaryMethod, UploadMethod } from '@outreach/service-kit/rpc';
import { testCall } from '@outreach/testing';
import type { AuditTable } from './audit-rules.ts';
import { recordWrites } from './record-writes.ts';

interface Report {
  readonly id: string;
}
interface Definition {
  readonly change: UnaryMethod<Report, Report>;
}
interface UploadDefinition {
  readonly change: UploadMethod<Report, Report>;
}
type Entry = MethodEntry<Report, Report>;

const shared = { scope: 'any-credential', about: () => [] } as const;
const ctx = testCall('ws_1', {
  principal: { type: 'user', id: 'usr_1', role: 'owner' },
  clientAddress: '203.0.113.7',
  requestId: 'req_1',
});
const request = { id: 'rpt_1' };
type Row = NonNullable<AuditTable<Definition>['change']>;
const rule: Row = {
  action: 'report.created',
  target: 'report',
  id: (reply) => reply.id,
};
const ENTRY = {
  action: 'report.created',
  actor: { type: 'user', id: 'usr_1' },
  target: { type: 'report', id: 'rpt_1' },
  count: null,
  ip: '203.0.113.7',
  request_id: 'req_1',
};

/** A table with the method, and the data of what it emits. */
function wrap(entry: Entry, row: Row = rule) {
  const emitted: unknown[] = [];
  const methods: RpcTable<Definition> = { change: entry };
  const { change } = recordWrites<Definition>(methods, { change: row }, portsOf(emitted));
  return { change, emitted };
}

const portsOf = (emitted: unknown[]) => ({
  events: { emit: (_definition: unknown, { data }: { readonly data: unknown }) => void emitted.push(data) },
  ids: (prefix: string) => `${prefix}_1`,
});

async function runCommand(entry: Entry, call = ctx): Promise<Report> {
  if (!('command' in entry)) throw new Error('It is a command.');
  return entry.command(call, request);
}

const command: Entry = { ...shared, command: async () => Promise.resolve({ id: 'rpt_1' }) };

describe('a write that the audit log records', () => {
  it('emits its entry after it, with who, what and from where', async () => {
    const { change, emitted } = wrap(command);
    expect(await runCommand(change)).toEqual({ id: 'rpt_1' });
    expect(emitted).toEqual([ENTRY]);
  });

  it('emits nothing when it is refused', async () => {
    const { change, emitted } = wrap({
      ...shared,
      command: async () => Promise.reject(new Error('refused')),
    });
    await expect(runCommand(change)).rejects.toThrow('refused');
    expect(emitted).toEqual([]);
  });

  it('emits nothing when a service acts by itself, or when nothing has changed', async () => {
    const own = wrap(command);
    await runCommand(own.change, { ...ctx, principal: { type: 'service', id: 'contacts', role: '' } });
    expect(own.emitted).toEqual([]);
    const unchanged = wrap(command, { action: 'report.created', target: 'report', id: () => undefined });
    await runCommand(unchanged.change);
    expect(unchanged.emitted).toEqual([]);
  });

  it('has no id but a count when it is a bulk write, and no address without a network request', async () => {
    const { change, emitted } = wrap(command, {
      action: 'report.deleted',
      target: 'report',
      id: () => null,
      count: () => 12,
    });
    await runCommand(change, { ...ctx, clientAddress: '' });
    expect(emitted).toEqual([
      { ...ENTRY, action: 'report.deleted', target: { type: 'report', id: null }, count: 12, ip: null },
    ]);
  });

  it('emits with the write of a prepared command, each time it runs', async () => {
    const prepare = async () => Promise.resolve(async () => Promise.resolve({ id: 'rpt_1' }));
    const { change, emitted } = wrap({ ...shared, prepare });
    if (!('prepare' in change)) throw new Error('It is prepared.');
    const write = await change.prepare(ctx, request);
    expect(emitted).toEqual([]);
    await write();
    expect(emitted).toEqual([ENTRY]);
  });

  it('emits with the outcome of a command with an external effect', async () => {
    const effect = async () => Promise.resolve(async () => Promise.resolve({ id: 'rpt_1' }));
    const { change, emitted } = wrap({
      ...shared,
      isOutbound: true,
      begin: async () => Promise.resolve(1),
      effect,
    });
    if (!('effect' in change)) throw new Error('It has an effect.');
    const write = await change.effect(ctx, 1);
    expect(emitted).toEqual([]);
    await write();
    expect(emitted).toEqual([ENTRY]);
  });

  it('emits with the command of an upload', async () => {
    const emitted: unknown[] = [];
    const received = {
      fingerprint: '',
      command: async () => Promise.resolve({ id: 'rpt_1' }),
      discard: async () => Promise.resolve(),
    };
    const methods: RpcTable<UploadDefinition> = {
      change: { ...shared, receive: async () => Promise.resolve(received) },
    };
    const table: AuditTable<UploadDefinition> = {
      change: { action: 'report.created', target: 'report', id: (reply) => reply.id },
    };
    const { change } = recordWrites<UploadDefinition>(methods, table, portsOf(emitted));
    const { command: write } = await change.receive(ctx, Readable.from([]));
    await write();
    expect(emitted).toEqual([ENTRY]);
  });
});

describe('an audit table', () => {
  const tableOf = (row?: Row): AuditTable<Definition> => (row === undefined ? {} : { change: row });
  const check = (entry: Entry, row?: Row) => () =>
    recordWrites<Definition>({ change: entry }, tableOf(row), portsOf([]));
  const query: Entry = { ...shared, query: async () => Promise.resolve({ id: 'rpt_1' }) };

  it('has a row for each command', () => {
    expect(check(command)).toThrow('The audit table is wrong: change has no row.');
    expect(check(command, { none: 'a test changes no setting' })).not.toThrow();
  });

  it('has no rule for a read', () => {
    expect(check(query, rule)).toThrow('The audit table is wrong: change changes nothing.');
    expect(check(query)).not.toThrow();
  });
});
