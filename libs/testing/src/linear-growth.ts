const KIB = 1_024;
const SIZES_KIB = [32, 64, 128];
const LARGEST_KIB = 128;
/** Times below this say nothing about growth: a parser of quadratic cost takes seconds for 128 KiB. */
const FLOOR_MS = 40;
const RUNS = 3;
const MICROSECONDS_PER_MS = 1_000;

/** A parser of linear cost takes twice as long for twice as much; the rest is noise. */
export const GROWTH_MAX = 2.5;

/**
 * How many times as long a parser takes for 64 and 128 KiB of a repeated text as for half of it, in processor time; the
 * greater of both. 1 for a parser that takes less than 40 ms for 128 KiB.
 */
export async function growthOf(parse: (text: string) => unknown, part: string): Promise<number> {
  const textOf = (kib: number): string => part.repeat(Math.ceil((kib * KIB) / part.length));
  if ((await timeOf(parse, textOf(LARGEST_KIB))) <= FLOOR_MS) return 1;
  const times: number[] = [];
  for (const kib of SIZES_KIB) times.push(await fastestOf(parse, textOf(kib)));
  return Math.max(...times.slice(1).map((time, index) => time / (times[index] ?? time)));
}

async function fastestOf(parse: (text: string) => unknown, text: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await timeOf(parse, text));
  return Math.max(Math.min(...times), FLOOR_MS);
}

/** In ms. */
async function timeOf(parse: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage();
  await parse(text);
  return process.cpuUsage(before).user / MICROSECONDS_PER_MS;
}
