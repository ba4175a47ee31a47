import { readFileSync } from 'node:fs';
import { appNames, type Stack } from '@outreach/dev';
import { metricOf } from './metrics.ts';

const MS_PER_SECOND = 1_000;
const US_PER_SECOND = 1_000_000;
/** USER_HZ, which is the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** The process that makes the load. */
const LOAD = 'load';

/** Process → seconds of processor time since its start. */
export type CpuSeconds = ReadonlyMap<string, number>;

/** The five processes tell it themselves on their metrics ports; that of the two servers is known on Linux alone. */
export async function cpuSecondsOf(stack: Stack): Promise<CpuSeconds> {
  const apps = appNames.map(async (name): Promise<[string, number]> => [
    name,
    await metricOf(stack, name, 'process_cpu_seconds_total'),
  ]);
  const { user, system } = process.cpuUsage();
  const load: [string, number] = [LOAD, (user + system) / US_PER_SECOND];
  return new Map([...(await Promise.all(apps)), ...serverSeconds(stack), load]);
}

/** proc(5), stat: utime and stime are the 14th and 15th member, the 12th and 13th behind the name in parentheses. */
function serverSeconds(stack: Stack): [string, number][] {
  if (process.platform !== 'linux') return [];
  const { mongod, nats } = stack.pids();
  return Object.entries({ mongod, nats }).flatMap(([name, pid]): [string, number][] => {
    if (pid === undefined) return [];
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const members = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [[name, (Number(members[11]) + Number(members[12])) / TICKS_PER_SECOND]];
  });
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
