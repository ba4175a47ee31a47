import type { Requeue } from '@outreach/event-bus';
import { AppError } from '@outreach/errors';
import { pause } from '@outreach/service-kit';
import type { ServiceBase } from '../service-base.ts';
import type { CommandTable } from './commands.ts';

const LISTED_MAX = 1_000;
const BROKER_TIMEOUT_MS = 5_000;
const BROKER_POLL_MS = 50;

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

/** @throws AppError unavailable when the broker cannot be reached within 5 s. */
async function connectBroker({ link }: ServiceBase) {
  await link.start();
  const timeout = AbortSignal.timeout(BROKER_TIMEOUT_MS);
  while (!timeout.aborted) {
    const client = link.current();
    if (client !== undefined) return client;
    await pause(BROKER_POLL_MS, timeout);
  }
  throw new AppError('unavailable', 'The broker does not answer; check NATS_URL.');
}
