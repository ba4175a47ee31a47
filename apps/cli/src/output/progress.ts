import { Presets, SingleBar } from 'cli-progress';
import type { Output } from './output.ts';

const STEPS = 1_000;

/** Runs work with a bar on standard error, if that is a terminal. `update` takes the done fraction, from 0 to 1. */
export async function withProgress<T>(
  { isJson }: Output,
  title: string,
  run: (update: (fraction: number) => void) => Promise<T>,
): Promise<T> {
  if (isJson || !process.stderr.isTTY) return run(() => undefined);
  const bar = new SingleBar(
    { stream: process.stderr, format: `${title} {bar} {percentage} %`, hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(STEPS, 0);
  try {
    return await run((fraction) => bar.update(Math.round(fraction * STEPS)));
  } finally {
    bar.stop();
  }
}
