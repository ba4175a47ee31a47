import { expect, it } from '@jest/globals';
import type { ReturnedClaim } from './return-claims.job.ts';
import type { ReadySend } from './prepare-sends.ts';
import { trySend, type SendOneOptions } from './send-one.job.ts';

const NOW_MS = Date.UTC(2026, 2, 2, 10);
const WORK_MS = 60_000;
/** Longer than the work and the commit of its outcome. */
const CLAIM_MS = 120_000;

/** Sends one email whose claim is left for a time, and whose rendering takes a time. */
async function attempt({ claimMs = CLAIM_MS, renderMs = 0 }) {
  let nowMs = NOW_MS;
  const returned: ReturnedClaim[] = [];
  const dialogs: string[] = [];
  const options = {
    clock: { now: () => nowMs },
    connections: { pausedUntil: () => undefined, reached: () => undefined, notReached: () => undefined },
    returns: { add: (claims: readonly ReturnedClaim[]) => returned.push(...claims) },
    cpu: {
      run: async () => {
        nowMs += renderMs;
        return Promise.resolve({ email: { to: 'maria@example.com', cc: [] }, message: {} });
      },
    },
    compose: () => Buffer.alloc(0),
    sendMessage: async ({ to: [to] }: { readonly to: readonly [string] }) => {
      dialogs.push(to);
      return Promise.resolve({ kind: 'stopped' });
    },
    workMs: WORK_MS,
  } as unknown as SendOneOptions;
  const send = {
    id: 'snd_1',
    workspace_id: 'ws_1',
    sending_account_id: 'acc_1',
    lease_token: 'lease_1',
    due_at: new Date(NOW_MS + claimMs),
  };
  const account = { stored: { id: 'acc_1', imap: null } };
  await trySend(options, { send, account } as unknown as ReadySend);
  return { dialogCount: dialogs.length, reasons: returned.map(({ reason }) => reason) };
}

it('an email whose claim is long enough has a dialog', async () => {
  expect(await attempt({})).toMatchObject({ dialogCount: 1 });
});

it('an email whose claim ends too soon for its dialog is given back', async () => {
  expect(await attempt({ claimMs: WORK_MS })).toEqual({ dialogCount: 0, reasons: ['unreached'] });
});

it('an email that has waited too long for its rendering is given back', async () => {
  expect(await attempt({ renderMs: WORK_MS })).toEqual({ dialogCount: 0, reasons: ['unreached'] });
});
