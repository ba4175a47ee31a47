import { describe, expect, it } from '@jest/globals';
import type { Endpoint } from './endpoint.ts';
import { createTargets } from './targets.ts';

const ENDPOINT: Endpoint = {
  id: 'whk_1',
  workspace_id: 'ws_1',
  name: 'CRM',
  url: 'https://example.com/one',
  active: true,
  event_subscriptions: ['contact.created'],
  custom_headers: {},
  sealed_secret: new Uint8Array(32),
  signing_secret_preview: 'whsec_AAAA',
  secret_version: 1,
  created_at: new Date(0),
  updated_at: new Date(0),
  deleted_at: null,
  version: 1,
};

function setUp() {
  const stored = new Map<string, Endpoint>([[ENDPOINT.id, ENDPOINT]]);
  const reads: string[][] = [];
  const open: (() => void)[] = [];
  let opened = 0;
  const targets = createTargets({
    directory: {
      findAnywhere: async (ids) => {
        reads.push([...ids]);
        const found = new Map(stored);
        await new Promise<void>((resolve) => open.push(resolve));
        return found;
      },
    },
    secrets: {
      open: (sealed) => {
        opened += 1;
        return sealed;
      },
    },
    monotonicMs: () => performance.now(),
    wait: async () => undefined,
  });
  const next = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    open.shift()?.();
  };
  return { stored, reads, targets, next, openedCount: () => opened };
}

describe('createTargets', () => {
  it('shares one read between calls that begin before it', async () => {
    const { targets, reads, next } = setUp();
    const calls = ['whk_1', 'whk_1', 'whk_2'].map(async (id) => targets.get(id));
    await next();
    expect(await Promise.all(calls)).toMatchObject([{ url: ENDPOINT.url }, { url: ENDPOINT.url }, 'deleted']);
    expect(reads).toEqual([['whk_1', 'whk_2']]);
  });

  it('reads again for a call that begins during a read, so that it sees every earlier change', async () => {
    const { targets, stored, reads, next } = setUp();
    const before = targets.get('whk_1');
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    stored.set('whk_1', { ...ENDPOINT, url: 'https://example.com/two', version: 2 });
    const during = targets.get('whk_1');
    await next();
    expect(await before).toMatchObject({ url: ENDPOINT.url });
    await next();
    expect(await during).toMatchObject({ url: 'https://example.com/two' });
    expect(reads).toHaveLength(2);
  });

  it('opens a secret once per version', async () => {
    const { targets, stored, next, openedCount } = setUp();
    for (const version of [1, 1, 2]) {
      stored.set('whk_1', { ...ENDPOINT, version });
      const call = targets.get('whk_1');
      await next();
      await call;
    }
    expect(openedCount()).toBe(2);
  });

  it('returns paused and deleted endpoints without their secrets', async () => {
    const { targets, stored, next, openedCount } = setUp();
    stored.set('whk_1', { ...ENDPOINT, active: false });
    stored.set('whk_2', { ...ENDPOINT, id: 'whk_2', active: false, deleted_at: new Date(0) });
    const calls = ['whk_1', 'whk_2'].map(async (id) => targets.get(id));
    await next();
    expect(await Promise.all(calls)).toEqual(['paused', 'deleted']);
    expect(openedCount()).toBe(0);
  });
});
