import type { GetForecastResponse } from '@outreach/contracts-campaigns/gen/planning.ts';
import { READ, type CampaignsMethods } from '../methods/index.ts';
import type { Forecast } from './forecast-model.ts';
import { getForecast } from './get-forecast.ts';
import { getSendingStatus } from './get-sending-status.ts';
import type { PlanningPorts } from './ports.ts';
import { dayText } from './send-window.ts';

export function planningMethods(ports: PlanningPorts): CampaignsMethods {
  return {
    getSendingStatus: {
      scope: READ,
      query: async (_ctx, { campaign_id: id }) => getSendingStatus(ports, id),
    },
    getForecast: {
      scope: READ,
      query: async (ctx, { campaign_id: id, with_audience: withAudience }) =>
        toForecastMessage(id, await getForecast(ports, ctx, { id, withAudience })),
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
