import { campaignSchema } from '@outreach/contracts-campaigns/records';
import { invalidField } from '@outreach/errors';
import type { z } from 'zod';
import type { CampaignSettings } from './campaign.ts';

/** The fields that requests write. */
export const settingsSchema = campaignSchema.pick({
  name: true,
  campaign_type: true,
  platform: true,
  sequence_id: true,
  sending_account_ids: true,
  min_health_score: true,
  daily_send_limit: true,
  max_new_leads_per_day: true,
  smart_time_gaps: true,
  provider_matching: true,
  send_window_start: true,
  send_window_end: true,
  send_days: true,
  open_tracking_enabled: true,
  link_tracking_enabled: true,
  stop_on_reply: true,
  stop_on_domain_reply: true,
  stop_on_unsubscribe: true,
  allow_risky_contacts: true,
  auto_enroll: true,
  contact_filter: true,
  client_id: true,
}) satisfies z.ZodType<CampaignSettings>;

/** Requests may send 0 for Sunday too. */
const SUNDAY = 7;

/** The fields of a request; an absent field stays unchanged. */
export type SettingsChange = Partial<CampaignSettings>;

type RequiredSetting = 'name' | 'campaign_type' | 'sequence_id' | 'sending_account_ids';

/** The values of the fields that a request leaves out or clears. */
export const SETTING_DEFAULTS: Omit<CampaignSettings, RequiredSetting> = {
  platform: 'native',
  min_health_score: 0,
  daily_send_limit: 50,
  max_new_leads_per_day: 0,
  smart_time_gaps: true,
  provider_matching: 'off',
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
};

/** @throws AppError invalid_argument on a missing field, and on `send_window_end`. */
export function newSettings(change: SettingsChange): CampaignSettings {
  const { name = '', campaign_type: type, sequence_id: sequenceId = '' } = change;
  const { sending_account_ids: accountIds = [] } = change;
  if (name === '') throw required('name');
  if (type === undefined) throw required('campaign_type');
  if (sequenceId === '') throw required('sequence_id');
  const own = { name, campaign_type: type, sequence_id: sequenceId, sending_account_ids: accountIds };
  return checked({ ...SETTING_DEFAULTS, ...change, ...own });
}

/** @throws AppError invalid_argument on an empty `sending_account_ids`, and on `send_window_end`. */
export function changedSettings(settings: CampaignSettings, change: SettingsChange): CampaignSettings {
  return checked({ ...settings, ...change });
}

function required(field: RequiredSetting): Error {
  return invalidField(field, `${field} is required.`);
}

function checked(settings: CampaignSettings): CampaignSettings {
  if (settings.sending_account_ids.length === 0)
    throw invalidField('sending_account_ids', 'sending_account_ids must name at least one sending account.');
  if (settings.send_window_start >= settings.send_window_end)
    throw invalidField('send_window_end', 'send_window_end must be later than send_window_start.');
  return withSunday(settings);
}

/** Sunday as 7 in the days of a request. */
export function withSunday<Settings extends SettingsChange>(settings: Settings): Settings {
  const { send_days: days } = settings;
  if (days === undefined) return settings;
  return { ...settings, send_days: days.map((day) => (day === 0 ? SUNDAY : day)) };
}

/** The settings as they are stored: without duplicates, the days in order. */
export function normalised(settings: CampaignSettings): CampaignSettings {
  const { sending_account_ids: accountIds, send_days: days, contact_filter: filter } = settings;
  return {
    ...settings,
    sending_account_ids: unique(accountIds),
    send_days: unique(days).toSorted((a, b) => a - b),
    contact_filter: {
      segment_ids: unique(filter.segment_ids),
      icp_tier: unique(filter.icp_tier),
      grade: unique(filter.grade),
    },
  };
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}
