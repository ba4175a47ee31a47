import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { extendHeld } from './extend-held.ts';

const ACK_WAIT_MS = 60;

function countingMessage() {
  const message = { extended: 0, working: () => void (message.extended += 1) };
  return message;
}

/** Held messages, and a handler that hangs until it is ended. */
function hold(handlingMsMax: number) {
  const [handled, waiting] = [countingMessage(), countingMessage()];
  const state = { released: 0 };
  const extending = extendHeld({
    ackWaitMs: ACK_WAIT_MS,
    handlingMsMax,
    waiting: { all: () => [waiting] },
    release: async () => {
      state.released += 1;
      return Promise.resolve();
    },
  });
  const hanging = Promise.withResolvers<undefined>();
  const ended = extending.during([handled], async () => hanging.promise);
  const end = async (): Promise<number> => {
    hanging.resolve(undefined);
    const ms = await ended;
    extending.stop();
    return ms;
  };
  return { handled, waiting, state, end };
}

describe('messages of a long batch', () => {
  it('are extended with the waiting messages while the handler runs', async () => {
    const { handled, waiting, state, end } = hold(60_000);
    await eventually(() => {
      expect(handled.extended).toBeGreaterThan(3);
      expect(waiting.extended).toBeGreaterThan(3);
    });
    expect(await end()).toBeGreaterThan(ACK_WAIT_MS);
    expect(state.released).toBe(0);
  });

  it('are released once, and no longer extended, when the handler hangs', async () => {
    const { handled, waiting, state, end } = hold(2 * ACK_WAIT_MS);
    await eventually(() => expect(state.released).toBe(1));
    const extensions = [handled.extended, waiting.extended];
    const sinceMs = performance.now();
    await eventually(() => expect(performance.now() - sinceMs).toBeGreaterThan(2 * ACK_WAIT_MS));
    expect([handled.extended, waiting.extended]).toEqual(extensions);
    expect(state.released).toBe(1);
    await end();
  });
});
