import type {
  GetForecastResponse,
  GetSendingStatusResponse,
} from '@outreach/contracts-campaigns/gen/planning.ts';
import { READ, type CampaignsMethods } from '../methods/index.ts';
import type { Forecast } from './forecast-model.ts';
import { getForecast, type GetForecastPorts } from './get-forecast.ts';
import { getSendingStatus, type SendingStatus, type SendingStatusPorts } from './get-sending-status.ts';
import { dayText } from './send-window.ts';

export function planningMethods(ports: SendingStatusPorts & GetForecastPorts): CampaignsMethods {
  return {
    getSendingStatus: {
      scope: READ,
      query: async (_ctx, { campaign_id: id }) => toStatusMessage(await getSendingStatus(ports, id)),
    },
    getForecast: {
      scope: READ,
      query: async (ctx, { campaign_id: id, with_audience: withAudience }) =>
        toForecastMessage(id, await getForecast(ports, ctx, { id, withAudience })),
    },
  };
}

function toStatusMessage({
  status,
  message,
  nextSendAt,
  ...details
}: SendingStatus): GetSendingStatusResponse {
  return {
    status,
    message,
    next_send_at: nextSendAt,
    details: {
      queued: details.queued,
      planned_today: details.plannedToday,
      new_leads_today: details.newLeadsToday,
      daily_send_limit: details.dailySendLimit,
      max_new_leads_per_day: details.newLeadLimit,
      accounts: details.accounts.map((account) => ({
        sending_account_id: account.sendingAccountId,
        status: account.status,
        health_score: account.healthScore,
        planned_today: account.planned,
        allowed_today: account.allowed,
        next_free_at: account.nextFreeAt ?? undefined,
      })),
    },
  };
}

function toForecastMessage(
  campaignId: string,
  { totalRemaining, finishDay, bindingConstraint, days }: Forecast,
): GetForecastResponse {
  return {
    campaign_id: campaignId,
    total_remaining: totalRemaining,
    finish_date: finishDay === undefined ? undefined : dayText(finishDay),
    binding_constraint: bindingConstraint,
    days: days.map(({ day, byAccount }) => ({
      date: dayText(day),
      planned: [...byAccount.values()].reduce((sum, count) => sum + count, 0),
      by_account: [...byAccount].map(([id, planned]) => ({ sending_account_id: id, planned })),
    })),
  };
}
