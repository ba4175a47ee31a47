import { Presets, SingleBar } from 'cli-progress';
import type { Output } from './output.ts';

/** A progress bar on standard error. */
export interface Progress {
  /** @param fraction from 0 to 1. */
  update(fraction: number): void;
  stop(): void;
}

const STEPS = 1_000;

/** Shows a bar if standard error is a terminal, else nothing. */
export function startProgress({ isJson }: Output, title: string): Progress {
  if (isJson || !process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    { stream: process.stderr, format: `${title} {bar} {percentage} %`, hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(STEPS, 0);
  return { update: (fraction) => bar.update(Math.round(fraction * STEPS)), stop: () => bar.stop() };
}
