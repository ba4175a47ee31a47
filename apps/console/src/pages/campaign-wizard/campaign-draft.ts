import type { Schema } from '@outreach/client';
import type { Campaign } from '../../data/campaigns.ts';

/** The steps of the wizard in their order. */
export const WIZARD_STEPS = ['audience', 'sequence', 'accounts', 'schedule', 'review'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

/** The settings of a campaign that the wizard asks for, with the defaults of the API. */
export const NEW_CAMPAIGN = {
  name: '',
  campaign_type: 'cold_outreach',
  client_id: null,
  contact_filter: { segment_ids: [], icp_tier: [], grade: [] },
  allow_risky_contacts: false,
  auto_enroll: false,
  sequence_id: '',
  sending_account_ids: [],
  min_health_score: 0,
  daily_send_limit: 50,
  max_new_leads_per_day: 0,
  send_window_start: 9,
  send_window_end: 17,
  send_days: [1, 2, 3, 4, 5],
  open_tracking_enabled: true,
  link_tracking_enabled: true,
  stop_on_reply: true,
  stop_on_domain_reply: false,
} satisfies Partial<Campaign>;

export type CampaignDraft = Pick<Campaign, keyof typeof NEW_CAMPAIGN>;

export function toDraft(campaign: CampaignDraft): CampaignDraft {
  const own = Object.entries(campaign).filter(([field]) => field in NEW_CAMPAIGN);
  return { ...NEW_CAMPAIGN, ...Object.fromEntries(own) };
}

export function isSame(one: CampaignDraft, other: CampaignDraft): boolean {
  return JSON.stringify(toDraft(one)) === JSON.stringify(toDraft(other));
}

/** The body of the request that creates or changes the campaign. */
export function toBody(draft: CampaignDraft): Schema<'CampaignCreate'> {
  return { ...draft, name: draft.name.trim() };
}

/** What is missing in a step. */
export function problemOf(step: WizardStep, draft: CampaignDraft): string | undefined {
  switch (step) {
    case 'audience':
      return draft.name.trim() === '' ? 'Enter a name.' : undefined;
    case 'sequence':
      return draft.sequence_id === '' ? 'Choose a sequence.' : undefined;
    case 'accounts':
      return draft.sending_account_ids.length === 0 ? 'Choose at least one account.' : undefined;
    case 'schedule':
      if (draft.send_days.length === 0) return 'Choose at least one day.';
      return draft.send_window_start < draft.send_window_end
        ? undefined
        : 'The hours must end after they begin.';
    case 'review':
      return undefined;
  }
}

/** The first step that is not complete; the review if all are. */
export function firstOpenStep(draft: CampaignDraft): WizardStep {
  return WIZARD_STEPS.find((step) => problemOf(step, draft) !== undefined) ?? 'review';
}

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 8;

/** The next hour of sending: now if the hours are open, else when they open next. In the zone of this machine. */
export function nextWindow(
  { send_days: days, send_window_start: start, send_window_end: end }: CampaignDraft,
  now: Date,
): Date | undefined {
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const day = new Date(now.getTime() + ahead * DAY_MS);
    // Date counts from Sunday, which is 7 here.
    if (!days.includes(day.getDay() || 7)) continue;
    if (ahead > 0) return new Date(day.setHours(start, 0, 0, 0));
    if (now.getHours() < start) return new Date(day.setHours(start, 0, 0, 0));
    if (now.getHours() < end) return now;
  }
  return undefined;
}
