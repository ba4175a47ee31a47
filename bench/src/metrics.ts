import type { Stack } from '@outreach/dev';
import { appNames, type AppName } from '@outreach/dev/names';

/** Reads a metric of a process; NaN if the process has no metric of that name. */
export async function metricOf(stack: Stack, app: AppName, name: string): Promise<number> {
  return readMetric(stack.ports.metrics[app], name);
}

/** Reads a metric at a metrics port; NaN if the process has no metric of that name. */
export async function readMetric(port: number, name: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const line = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm');
  const [, value] = line.exec(await response.text()) ?? [];
  return Number(value);
}

/** The longest delay of each event loop since the last time that its metrics were read, in one line. */
export async function showLoopDelays(stack: Stack): Promise<string> {
  const shown = appNames.map(async (name) => {
    const delaySeconds = await metricOf(stack, name, 'nodejs_eventloop_lag_max_seconds');
    return `${name} ${(delaySeconds * 1_000).toFixed(0)} ms`;
  });
  return (await Promise.all(shown)).join(', ');
}
