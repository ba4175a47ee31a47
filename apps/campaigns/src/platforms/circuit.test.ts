import { describe, expect, it } from '@jest/globals';
import { createCircuit } from './circuit.ts';

const START_MS = Date.UTC(2026, 0, 31, 9, 30);

function newCircuit(random = 0.5) {
  const time = { ms: START_MS };
  const circuit = createCircuit({ now: () => time.ms, random: () => random });
  return { time, circuit, fail: (retryAt?: Date) => circuit.failed(retryAt).getTime() - time.ms };
}

describe('a circuit', () => {
  it('doubles its pause up to five minutes', () => {
    const { time, fail } = newCircuit();
    const pauses = Array.from({ length: 8 }, () => {
      const pauseMs = fail();
      time.ms += pauseMs;
      return pauseMs / 1_000;
    });
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  });

  it('varies its pause by a fifth', () => {
    expect([newCircuit(0).fail(), newCircuit(0.999_999).fail()]).toEqual([4_000, 6_000]);
  });

  it('ends its pause with the time, and its doubling with a success', () => {
    const { time, circuit, fail } = newCircuit();
    expect(circuit.pausedUntil()).toBeUndefined();
    fail();
    expect(circuit.pausedUntil()).toEqual(new Date(START_MS + 5_000));
    time.ms += 5_000;
    expect(circuit.pausedUntil()).toBeUndefined();
    expect(circuit.failureCount).toBe(1);
    circuit.succeeded();
    expect([circuit.failureCount, fail()]).toEqual([0, 5_000]);
  });

  it('waits for the time that the platform names', () => {
    const { circuit, fail } = newCircuit();
    expect(fail(new Date(START_MS + 3_600_000))).toBe(3_600_000);
    // A request that was under way fails later and does not shorten the pause.
    expect(fail()).toBe(3_600_000);
    expect(circuit.failureCount).toBe(2);
  });
});
