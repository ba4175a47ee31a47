import { appNames, type Stack } from '@outreach/dev';
import { metricOf } from './metrics.ts';

const MS_PER_SECOND = 1_000;
const US_PER_SECOND = 1_000_000;
/** The process that makes the load. */
const LOAD = 'load';

/** Process → seconds of processor time since its start. */
export type CpuSeconds = ReadonlyMap<string, number>;

/** As the five processes tell it themselves on their metrics ports; the servers' own time is not among it. */
export async function cpuSecondsOf(stack: Stack): Promise<CpuSeconds> {
  const apps = appNames.map(async (name): Promise<[string, number]> => [
    name,
    await metricOf(stack, name, 'process_cpu_seconds_total'),
  ]);
  const { user, system } = process.cpuUsage();
  return new Map([...(await Promise.all(apps)), [LOAD, (user + system) / US_PER_SECOND]]);
}

/** Processor time per request by process, for those that had any share in it. */
export function showCpu(before: CpuSeconds, after: CpuSeconds, requestCount: number): string {
  const perRequest = [...after].map(([name, seconds]): [string, number] => [
    name,
    ((seconds - (before.get(name) ?? 0)) * MS_PER_SECOND) / requestCount,
  ]);
  const shown = perRequest
    .sort(([, one], [, other]) => other - one)
    .map(([name, ms]) => `${name} ${ms.toFixed(3)} ms`);
  return shown.join(', ');
}
