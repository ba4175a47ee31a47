import { describe, expect, it } from '@jest/globals';
import { changedSettings, newSettings, normalised } from './campaign-settings.ts';

const REQUIRED = {
  name: 'Spring',
  campaign_type: 'nurture',
  sequence_id: 'seq_1',
  sending_account_ids: ['acc_1'],
} as const;

describe('newSettings', () => {
  it('has the defaults of the contract', () => {
    expect(newSettings(REQUIRED)).toEqual({
      ...REQUIRED,
      platform: 'native',
      provider_matching: 'off',
      min_health_score: 0,
      daily_send_limit: 50,
      max_new_leads_per_day: 0,
      smart_time_gaps: true,
      send_window_start: 9,
      send_window_end: 17,
      send_days: [1, 2, 3, 4, 5],
      open_tracking_enabled: true,
      link_tracking_enabled: true,
      stop_on_reply: true,
      stop_on_domain_reply: false,
      stop_on_unsubscribe: true,
      allow_risky_contacts: false,
      auto_enroll: false,
      contact_filter: { segment_ids: [], icp_tier: [], grade: [] },
      client_id: null,
    });
  });

  it.each(['name', 'campaign_type', 'sequence_id', 'sending_account_ids'] as const)(
    'refuses settings without %s',
    (field) => {
      const { [field]: _left, ...rest } = REQUIRED;
      expect(() => newSettings(rest)).toThrow(expect.objectContaining({ kind: 'invalid_argument', field }));
    },
  );

  it.each([
    [9, 9],
    [18, undefined],
    [undefined, 8],
  ])('refuses a window from %s to %s', (start, end) => {
    const window = {
      ...(start !== undefined && { send_window_start: start }),
      ...(end !== undefined && { send_window_end: end }),
    };
    expect(() => newSettings({ ...REQUIRED, ...window })).toThrow(
      expect.objectContaining({ field: 'send_window_end' }),
    );
  });
});

describe('changedSettings', () => {
  it('compares a new start of the window with the stored end', () => {
    const settings = newSettings(REQUIRED);
    expect(() => changedSettings(settings, { send_window_start: 17 })).toThrow(
      expect.objectContaining({ field: 'send_window_end' }),
    );
    expect(changedSettings(settings, { send_window_start: 16 })).toMatchObject({ send_window_start: 16 });
  });
});

describe('normalised', () => {
  it('sorts the days without duplicates, with Sunday as 7', () => {
    const settings = newSettings({ ...REQUIRED, send_days: [0, 7, 3, 1, 3] });
    expect(normalised(settings).send_days).toEqual([1, 3, 7]);
  });

  it('removes duplicate ids', () => {
    const filter = { segment_ids: ['seg_1', 'seg_1'], icp_tier: ['A', 'A'], grade: [] };
    const settings = newSettings({
      ...REQUIRED,
      sending_account_ids: ['acc_2', 'acc_1', 'acc_2'],
      contact_filter: filter,
    });
    expect(normalised(settings)).toMatchObject({
      sending_account_ids: ['acc_2', 'acc_1'],
      contact_filter: { segment_ids: ['seg_1'], icp_tier: ['A'] },
    });
  });
});
