import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Stack } from '@outreach/dev';
import { appNames } from '@outreach/dev/names';
import { metricOf } from './metrics.ts';

const MS_PER_SECOND = 1_000;
const US_PER_SECOND = 1_000_000;
/** USER_HZ, which is the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** The process that generates the load. */
const LOAD = 'load';

/** Process → seconds of processor time since its start. */
export type CpuSeconds = ReadonlyMap<string, number>;

/** The five apps report their CPU time on their metrics ports. CPU time of the two servers is measured on Linux only. */
export async function cpuSecondsOf(stack: Stack): Promise<CpuSeconds> {
  const apps = appNames.map(async (name): Promise<[string, number]> => [
    name,
    await metricOf(stack, name, 'process_cpu_seconds_total'),
  ]);
  const { user, system } = process.cpuUsage();
  const load: [string, number] = [LOAD, (user + system) / US_PER_SECOND];
  return new Map([...(await Promise.all(apps)), ...serverSeconds(stack), load]);
}

/** Seconds of mongod and nats-server. proc(5), stat: utime and stime are fields 14 and 15, the 12th and 13th after the name in parentheses. */
export function serverSeconds(stack: Stack): [string, number][] {
  if (process.platform !== 'linux') return [];
  const { mongod, nats } = stack.pids();
  return Object.entries({ mongod, nats }).flatMap(([name, pid]): [string, number][] => {
    if (pid === undefined) return [];
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [[name, (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND]];
  });
}

/** Share of all cores that the measured processes used. */
export function busyOf(before: CpuSeconds, after: CpuSeconds, seconds: number): string {
  const sum = (of: CpuSeconds): number => [...of.values()].reduce((total, own) => total + own, 0);
  return `${(((sum(after) - sum(before)) / seconds / availableParallelism()) * 100).toFixed(0)} %`;
}

/** CPU time per request of each process. */
export function showCpu(before: CpuSeconds, after: CpuSeconds, requestCount: number): string {
  const msOf = (seconds: number): string => ((seconds * MS_PER_SECOND) / requestCount).toFixed(3);
  return usedSeconds(before, after)
    .map(([name, seconds]) => `${name} ${msOf(seconds)} ms`)
    .join(', ');
}

/** Processor time of each process as a share of one core. */
export function showShares(before: CpuSeconds, after: CpuSeconds, seconds: number): string {
  return usedSeconds(before, after)
    .map(([name, used]) => `${name} ${((100 * used) / seconds).toFixed(0)} %`)
    .join(', ');
}

/** What each process used, the largest first. */
export function usedSeconds(before: CpuSeconds, after: CpuSeconds): (readonly [string, number])[] {
  return [...after]
    .map(([name, seconds]) => [name, seconds - (before.get(name) ?? 0)] as const)
    .toSorted(([, one], [, other]) => other - one);
}
