import { createDeadLetters } from '@outreach/event-bus';
import { AppError } from '@outreach/errors';
import { pause } from '@outreach/service-kit';
import type { ServiceBase } from '../service-base.ts';
import type { CommandTable } from './commands.ts';

const LISTED_MAX = 1_000;
const BROKER_TIMEOUT_MS = 5_000;
const BROKER_POLL_MS = 50;

/** What every service's operator can do with the events that nobody could publish or handle. */
export const deadLetterCommands: CommandTable<unknown> = {
  'dead-letters list': {
    usage: 'dead-letters list',
    run: async ({ base }) => {
      const letters = await createDeadLetters(base.mongo.connection).list(LISTED_MAX);
      return { dead_letters: letters.map((letter) => ({ service: base.name, ...letter })) };
    },
  },
  'dead-letters retry': {
    usage: 'dead-letters retry [--id ID]',
    optional: ['id'],
    run: async ({ base, requeue = {} }, { flags }) => {
      const { id } = flags;
      const client = await brokerOf(base);
      const letters = createDeadLetters(base.mongo.connection);
      const outcome = await letters.retry(client.jetstream(), {
        limit: LISTED_MAX,
        requeue,
        ...(id === undefined ? {} : { id }),
      });
      return { ...outcome };
    },
  },
};

/** @throws AppError unavailable when the broker cannot be reached. */
async function brokerOf({ link }: ServiceBase) {
  await link.start();
  const patience = AbortSignal.timeout(BROKER_TIMEOUT_MS);
  while (!patience.aborted) {
    const client = link.current();
    if (client !== undefined) return client;
    await pause(BROKER_POLL_MS, patience);
  }
  await link.stop();
  throw new AppError('unavailable', 'The broker does not answer.');
}
