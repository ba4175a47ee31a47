import { fromPage, toKnownValues } from '@outreach/app-kit';
import type {
  Campaign as CampaignMessage,
  CampaignInput,
  CheckGateResponse,
  GateReason as GateReasonMessage,
  ListCampaignsRequest,
} from '@outreach/contracts-campaigns/gen/campaign_records.ts';
import {
  CAMPAIGN_STATUSES,
  CAMPAIGN_TYPES,
  PLATFORMS,
  PROVIDER_MATCHINGS,
} from '@outreach/contracts-campaigns/records';
import { maskedFields } from '@outreach/contracts-common';
import { withoutNull } from '@outreach/values';
import type { GateReason, GateResult } from '../gate/index.ts';
import { SETTING_DEFAULTS, type SettingsChange } from './campaign-settings.ts';
import type { CampaignView } from './campaign-view.ts';
import type { CampaignQuery } from './ports.ts';

export function toCampaignMessage({ campaign, ...numbers }: CampaignView): CampaignMessage {
  const { contact_filter: filter } = campaign;
  return {
    ...withoutNull(campaign),
    ...numbers,
    sending_account_ids: [...campaign.sending_account_ids],
    send_days: [...campaign.send_days],
    contact_filter: {
      segment_ids: [...filter.segment_ids],
      icp_tier: [...filter.icp_tier],
      grade: [...filter.grade],
    },
  };
}

/** The optional fields with one value. A named field without a value gets its default. */
const SCALARS = [
  'min_health_score',
  'daily_send_limit',
  'max_new_leads_per_day',
  'smart_time_gaps',
  'send_window_start',
  'send_window_end',
  'open_tracking_enabled',
  'link_tracking_enabled',
  'stop_on_reply',
  'stop_on_domain_reply',
  'stop_on_unsubscribe',
  'allow_risky_contacts',
  'auto_enroll',
  'client_id',
] as const;

/**
 * The fields that the mask names. A required field without a value is left out.
 * @throws AppError invalid_argument on an unknown `campaign_type`, `platform` or `provider_matching`.
 */
export function fromCampaignInput(
  input: CampaignInput | undefined,
  mask: readonly string[] | undefined,
): SettingsChange {
  if (input === undefined) return {};
  const { name, campaign_type: type, sequence_id, sending_account_ids, send_days } = input;
  const [campaignType] = toKnownValues('campaign_type', CAMPAIGN_TYPES, type === undefined ? [] : [type]);
  const [platform = SETTING_DEFAULTS.platform] = toKnownValues(
    'platform',
    PLATFORMS,
    input.platform === undefined ? [] : [input.platform],
  );
  const [matching = SETTING_DEFAULTS.provider_matching] = toKnownValues(
    'provider_matching',
    PROVIDER_MATCHINGS,
    input.provider_matching === undefined ? [] : [input.provider_matching],
  );
  const scalars = SCALARS.map((field) => [field, input[field] ?? SETTING_DEFAULTS[field]]);
  return maskedFields(mask, {
    ...(Object.fromEntries(scalars) as SettingsChange),
    name,
    campaign_type: campaignType,
    platform,
    provider_matching: matching,
    sequence_id,
    sending_account_ids,
    send_days,
    contact_filter: input.contact_filter ?? SETTING_DEFAULTS.contact_filter,
  });
}

/** @throws AppError invalid_argument on an unknown value. */
export function fromListRequest(request: ListCampaignsRequest): CampaignQuery {
  const { statuses, campaign_type: type, platform: platformName } = request;
  const [campaignType] = toKnownValues('campaign_type', CAMPAIGN_TYPES, type === undefined ? [] : [type]);
  const [platform] = toKnownValues('platform', PLATFORMS, platformName === undefined ? [] : [platformName]);
  return {
    statuses: toKnownValues('status', CAMPAIGN_STATUSES, statuses),
    campaignType,
    platform,
    clientId: request.client_id,
    createdAfter: request.created_after,
    updatedAfter: request.updated_after,
    search: request.search,
    page: fromPage(request.page),
  };
}

export function toGateMessage({ passed, blocking_reasons, warnings }: GateResult): CheckGateResponse {
  return {
    passed,
    blocking_reasons: blocking_reasons.map(toReasonMessage),
    warnings: warnings.map(toReasonMessage),
  };
}

function toReasonMessage(reason: GateReason): GateReasonMessage {
  return { ...reason, retry_at: reason.retry_at };
}
