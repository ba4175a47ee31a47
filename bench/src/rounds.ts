import { setTimeout as delay } from 'node:timers/promises';
import type { BenchInput } from './run-bench.ts';
import { spreadOf } from './spread.ts';

/** The window of the rate limits, which stay on. */
const WINDOW_MS = 60_000;

/** One measurement of several in the same workspace. */
export interface RoundInput extends BenchInput {
  /** From 0 on. Requests of another round ask for other values, so that caches have not seen them. */
  readonly round: number;
}

/** Measures `--runs` times in a workspace that takes minutes to fill, and shows the spread of the figures. */
export async function measureRounds(
  input: BenchInput,
  measure: (input: RoundInput) => Promise<void>,
): Promise<void> {
  const rounds: string[][] = [];
  for (let round = 0; round < input.runs; round += 1) {
    if (round > 0) await delay(WINDOW_MS);
    const lines: string[] = [];
    const print = (line: string): void => {
      lines.push(line);
      input.print(line);
    };
    await measure({ ...input, round, print });
    rounds.push(lines);
  }
  if (rounds.length > 1) input.print([`spread of ${rounds.length} rounds:`, ...spreadOf(rounds)].join('\n'));
}
