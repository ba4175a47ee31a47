import { describe, expect, it } from '@jest/globals';
import { createWakeUp } from './wake-up.ts';

const LONG_MS = 60_000;
const never = new AbortController().signal;

describe('createWakeUp', () => {
  it('ends a wait that is in progress', async () => {
    const wakeUp = createWakeUp();
    const waiting = wakeUp.wait(LONG_MS, never);
    wakeUp.raise();
    expect(await waiting).toBe(true);
  });

  it('ends the next wait at once when it was raised before', async () => {
    const wakeUp = createWakeUp();
    wakeUp.raise();
    expect(await wakeUp.wait(LONG_MS, never)).toBe(true);
  });

  it('reports a wait that ended by time or by the signal', async () => {
    const wakeUp = createWakeUp();
    expect(await wakeUp.wait(1, never)).toBe(false);
    expect(await wakeUp.wait(LONG_MS, AbortSignal.abort())).toBe(false);
  });
});
