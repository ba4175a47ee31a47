import type { Logger } from '@outreach/service-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import { gauge, readAtScrape } from '@outreach/service-kit/metrics';
import type { AccountWork } from './ports.ts';

const inError = gauge(
  'sending_accounts_in_error',
  'Sending accounts whose servers cannot be used, at most 10,000. Every process reports it.',
);

/** Reports the number of accounts in error. Each of them has an item in the queue of reconnections. */
export function measureAccounts(work: AccountWork, logger: Logger): Resource {
  return readAtScrape({
    name: 'sending_accounts_in_error',
    logger,
    read: async () => inError.set(await work.countReconnects()),
  });
}
