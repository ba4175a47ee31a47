import type { Command } from 'commander';
import type { TailOptions } from '../events/tail-events.ts';
import type { OpenSession } from '../session.ts';
import { count, seconds } from './values.ts';

const POLL_INTERVAL_MS = 1_000;
const LINES = 10;

export function addEvents(program: Command, open: OpenSession): void {
  const events = program.command('events').description('the event feed of the workspace');
  events
    .command('tail')
    .description('show the newest events, and each new one')
    .option('-n, --lines <count>', 'start this many events before the end of the feed', count, LINES)
    .option('--after <position>', 'start after this sequence or event id instead')
    .option('--types <types>', 'only these event types, separated by commas')
    .option('--no-follow', 'stop at the end of the feed')
    .option('--interval <seconds>', 'time between two reads of the feed', seconds, POLL_INTERVAL_MS)
    .action(async (options: TailOptions, command: Command) => {
      const { tailEvents } = await import('../events/tail-events.ts');
      await tailEvents(open(command), options);
    });
}
