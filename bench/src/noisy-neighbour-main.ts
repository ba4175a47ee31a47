import { HOSTILE_ACTIVITIES } from './noisy-neighbour-activities.ts';
import { createHostileClient } from './noisy-neighbour-client.ts';
import { HostilePlan } from './noisy-neighbour-process.ts';

// Runs hostile activities until the parent process sends a message or ends.
const plan = HostilePlan.parse(JSON.parse(process.argv[2] ?? ''));
const chosen = HOSTILE_ACTIVITIES.filter(({ name }) => plan.only.length === 0 || plan.only.includes(name));
if (chosen.length === 0) throw new Error(`--only: ${HOSTILE_ACTIVITIES.map(({ name }) => name).join(', ')}`);
const started = await Promise.all(
  chosen.map(async ({ name, prepare }) => {
    const statuses = new Map<string, number>();
    return { name, statuses, run: await prepare(plan, createHostileClient(plan.port, statuses)) };
  }),
);
const ends = { isDone: false };
for (const { run } of started) void run(() => ends.isDone);
process.send?.({ lines: [] });
process.once('disconnect', () => process.exit(0));
process.once('message', () => {
  ends.isDone = true;
  const lines = started.map(({ name, statuses }) => {
    const counts = [...statuses].map(([status, count]) => `${status}: ${count}`);
    return `${name}: ${counts.toSorted().join(', ')}`;
  });
  const { user, system } = process.cpuUsage();
  lines.push(`processor time of the hostile process: ${((user + system) / 1_000_000).toFixed(1)} s`);
  process.send?.({ lines });
});
