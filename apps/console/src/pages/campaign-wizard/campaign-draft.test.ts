import { describe, expect, it } from '@jest/globals';
import {
  firstOpenStep,
  isSame,
  NEW_CAMPAIGN,
  nextWindow,
  problemOf,
  toBody,
  toDraft,
  type CampaignDraft,
} from './campaign-draft.ts';

const COMPLETE: CampaignDraft = {
  ...NEW_CAMPAIGN,
  name: ' Spring ',
  sequence_id: 'seq_1',
  sending_account_ids: ['acc_1'],
};

describe('the draft of a campaign', () => {
  it('has only the fields that the wizard asks for', () => {
    const campaign = { ...COMPLETE, id: 'cmp_1', status: 'draft' };
    expect(toDraft(campaign)).toEqual(COMPLETE);
    expect(isSame(campaign, COMPLETE)).toBe(true);
    expect(isSame(campaign, { ...COMPLETE, daily_send_limit: 51 })).toBe(false);
    expect(toBody(COMPLETE).name).toBe('Spring');
  });

  it.each([
    ['audience', { name: ' ' }, 'Enter a name.'],
    ['sequence', { sequence_id: '' }, 'Choose a sequence.'],
    ['accounts', { sending_account_ids: [] }, 'Choose at least one account.'],
    ['schedule', { send_days: [] }, 'Choose at least one day.'],
    ['schedule', { send_window_start: 17 }, 'The hours must end after they begin.'],
  ] as const)('is not complete in the step %s with %j', (step, change, problem) => {
    const draft = toDraft({ ...COMPLETE, ...structuredClone(change) } as CampaignDraft);
    expect(problemOf(step, draft)).toBe(problem);
    expect(firstOpenStep(draft)).toBe(step);
  });

  it('is complete for the review', () => {
    expect(firstOpenStep(COMPLETE)).toBe('review');
  });
});

describe('nextWindow', () => {
  const at = (day: number, hour: number, minute = 0): Date => new Date(2026, 2, day, hour, minute);

  // 2 March 2026 is a Monday.
  it.each([
    ['before the hours', at(2, 7, 30), at(2, 9)],
    ['in the hours', at(2, 16, 59), at(2, 16, 59)],
    ['after the hours', at(2, 17), at(3, 9)],
    ['on Friday evening', at(6, 20), at(9, 9)],
    ['on Sunday', at(8, 12), at(9, 9)],
  ])('%s', (_title, now, expected) => {
    expect(nextWindow(COMPLETE, now)).toEqual(expected);
  });

  it('is the same day of the next week if only one day is chosen, and none without a day', () => {
    expect(nextWindow({ ...COMPLETE, send_days: [1] }, at(2, 18))).toEqual(at(9, 9));
    expect(nextWindow({ ...COMPLETE, send_days: [] }, at(2, 10))).toBeUndefined();
  });
});
