import type { Schema } from '@outreach/client';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Campaign } from './campaigns.ts';
import { outreach } from './client.ts';
import type { Change } from './use-change.ts';

export type Forecast = Schema<'Forecast'>;
export type GateReason = Schema<'GateReason'>;

/** The emails that are left. For a draft, also those of the contacts that its launch would enroll. */
export function useForecast(id: string): UseQueryResult<Forecast> {
  return useQuery({
    queryKey: ['campaign', id, 'forecast'],
    queryFn: async () =>
      outreach.get('/api/v1/campaigns/{campaign_id}/forecast/', {
        params: { path: { campaign_id: id }, query: { with_audience: true } },
      }),
  });
}

export interface SavedCampaign {
  /** Undefined for a campaign that does not exist yet. */
  readonly id: string | undefined;
  readonly body: Schema<'CampaignCreate'>;
  /** One per opened form. */
  readonly idempotencyKey: string;
}

/** Creates a draft, or changes one. */
export function useSaveCampaign(): Change<SavedCampaign, Campaign> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body, idempotencyKey }) =>
      id === undefined
        ? outreach.post('/api/v1/campaigns/', { body, idempotencyKey })
        : outreach.patch('/api/v1/campaigns/{campaign_id}/', { params: { path: { campaign_id: id } }, body }),
    onSuccess: async (campaign) => {
      client.setQueryData(['campaign', campaign.id], campaign);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['campaign', campaign.id] }),
        client.invalidateQueries({ queryKey: ['campaigns'] }),
      ]);
    },
  });
}
