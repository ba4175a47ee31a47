import type { AppName, Stack } from '@outreach/dev';

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
