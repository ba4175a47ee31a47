import type { Requeue } from '@outreach/event-bus/consumer';
import type { ServiceBase } from '../service-base.ts';
import type { CommandTable } from './commands.ts';
import { connectBroker } from './connect-broker.ts';

const LISTED_MAX = 1_000;

/** Commands of every service for events that could not be published or handled. */
export function deadLetterCommands(base: ServiceBase, requeue: Requeue): CommandTable {
  return {
    'dead-letters list': {
      usage: 'dead-letters list',
      run: async () => {
        const letters = await base.deadLetters.list(LISTED_MAX);
        return { dead_letters: letters.map((letter) => ({ service: base.name, ...letter })) };
      },
    },
    'dead-letters retry': {
      usage: 'dead-letters retry [--id ID]',
      optional: ['id'],
      run: async ({ flags: { id } }) => {
        const client = await connectBroker(base);
        const outcome = await base.deadLetters.retry(client.jetstream(), {
          limit: LISTED_MAX,
          requeue,
          ...(id === undefined ? {} : { id }),
        });
        return { ...outcome };
      },
    },
  };
}
