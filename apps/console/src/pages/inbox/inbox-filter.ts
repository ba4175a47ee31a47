import type { ThreadFilter } from '../../data/inbox.ts';
import type { INTENTS } from '../../parts/intents.ts';

/** The inbox as its address has it. */
export interface InboxAddress {
  /** Open threads without it. */
  readonly status?: 'closed' | 'all' | undefined;
  readonly unread?: true | undefined;
  readonly intent?: (typeof INTENTS)[number] | undefined;
  readonly account?: string | undefined;
  readonly campaign?: string | undefined;
  readonly search?: string | undefined;
  /** Id of the open thread. */
  readonly thread?: string | undefined;
  /** True while the filters take the place of the threads on a narrow screen. */
  readonly filters?: true | undefined;
}

/** The filters as the API has them. */
export function threadFilterOf(address: InboxAddress): ThreadFilter {
  const { status = 'open', unread, intent, account, campaign, search } = address;
  return {
    status: status === 'all' ? undefined : status,
    unread,
    intent,
    campaign_id: campaign,
    sending_account_id: account,
    search,
  };
}

/** The number of filters that differ from the inbox without any. */
export function filterCount({ status, unread, intent, account, campaign }: InboxAddress): number {
  return [status, unread, intent, account, campaign].filter((value) => value !== undefined).length;
}

/** The address without any filter; the open thread stays. */
export function withoutFilters({ thread, filters }: InboxAddress): InboxAddress {
  return { thread, filters };
}
