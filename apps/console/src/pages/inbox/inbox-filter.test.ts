import { describe, expect, it } from '@jest/globals';
import { filterCount, threadFilterOf, withoutFilters, type InboxAddress } from './inbox-filter.ts';

const FULL: InboxAddress = {
  status: 'closed',
  unread: true,
  intent: 'question',
  account: 'acc_1',
  campaign: 'cmp_1',
  search: 'pricing',
  thread: 'thr_1',
  filters: true,
};

describe('the filters of the inbox', () => {
  it('are those of the API; without a status only open threads match', () => {
    expect(threadFilterOf(FULL)).toEqual({
      status: 'closed',
      unread: true,
      intent: 'question',
      sending_account_id: 'acc_1',
      campaign_id: 'cmp_1',
      search: 'pricing',
    });
    expect(threadFilterOf({}).status).toBe('open');
    expect(threadFilterOf({ status: 'all' }).status).toBeUndefined();
  });

  it('are counted without the search and the view, and cleared with the search', () => {
    expect(filterCount(FULL)).toBe(5);
    expect(filterCount({ thread: 'thr_1', filters: true, search: 'pricing' })).toBe(0);
    expect(withoutFilters(FULL)).toEqual({ thread: 'thr_1', filters: true });
  });
});
