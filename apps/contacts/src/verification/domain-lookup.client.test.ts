import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { createDomainLookup } from './domain-lookup.client.ts';
import type { DnsAnswer, MailHost, VerifyContext } from './ports.ts';

const MAIL: DnsAnswer<MailHost> = {
  kind: 'records',
  records: [{ exchange: 'mx.acme.example', priority: 1 }],
};
const FACTS = { kind: 'mail', provider: 'other' };
const PER_WORKSPACE_MAX = 64;

function startLookup(answer: (domain: string) => Promise<DnsAnswer<MailHost>>) {
  const asked: string[] = [];
  const clock = { nowMs: 0 };
  const mx = async (domain: string) => {
    asked.push(domain);
    return answer(domain);
  };
  const dns = { mx, a: async () => Promise.resolve({ kind: 'no_records' } as const) };
  const { lookUp } = createDomainLookup({ dns, clock: systemClock, monotonicMs: () => clock.nowMs });
  return { asked, clock, lookUp };
}

const of = (workspaceId: string, timeoutMs = 20_000): VerifyContext => ({
  workspaceId,
  deadlineAtMs: Date.now() + timeoutMs,
  signal: new AbortController().signal,
});

describe('createDomainLookup', () => {
  it('asks once for all concurrent callers of all workspaces, and uses the facts for ten minutes', async () => {
    const { asked, clock, lookUp } = startLookup(async () => Promise.resolve(MAIL));
    const owners = ['ws_1', 'ws_1', 'ws_2'];
    const found = await Promise.all(owners.map(async (owner) => lookUp(of(owner), 'acme.example')));
    expect([found, asked]).toEqual([owners.map(() => FACTS), ['acme.example']]);
    clock.nowMs = 599_999;
    await lookUp(of('ws_3'), 'acme.example');
    expect(asked).toHaveLength(1);
    clock.nowMs = 600_000;
    await lookUp(of('ws_3'), 'acme.example');
    expect(asked).toHaveLength(2);
  });

  it('asks again after 5 s when DNS failed', async () => {
    const { asked, clock, lookUp } = startLookup(async () => Promise.resolve({ kind: 'unknown' }));
    expect(await lookUp(of('ws_1'), 'acme.example')).toEqual({ kind: 'unknown' });
    await lookUp(of('ws_1'), 'acme.example');
    expect(asked).toHaveLength(1);
    clock.nowMs = 5_000;
    await lookUp(of('ws_1'), 'acme.example');
    expect(asked).toHaveLength(2);
  });

  it('answers unknown at the deadline of a caller while the name server is silent', async () => {
    const { lookUp } = startLookup(async () => new Promise(() => undefined));
    expect(await lookUp(of('ws_1', 10), 'acme.example')).toEqual({ kind: 'unknown' });
  });

  it('asks for a second workspace at once while one workspace waits for many silent domains', async () => {
    const { asked, lookUp } = startLookup(async (domain) =>
      domain.startsWith('silent') ? new Promise(() => undefined) : Promise.resolve(MAIL),
    );
    const many = Array.from({ length: PER_WORKSPACE_MAX * 2 }, async (_, index) =>
      lookUp(of('ws_1', 200), `silent${String(index)}.example`),
    );
    await eventually(() => expect(asked).toHaveLength(PER_WORKSPACE_MAX));
    expect(await lookUp(of('ws_2'), 'acme.example')).toEqual(FACTS);
    expect(new Set((await Promise.all(many)).map(({ kind }) => kind))).toEqual(new Set(['unknown']));
    expect(asked).toHaveLength(PER_WORKSPACE_MAX + 1);
  });
});
