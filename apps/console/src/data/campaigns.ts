import type { Schema } from '@outreach/client';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { given } from './given.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Campaign = Schema<'Campaign'>;
type CampaignStatus = Campaign['status'];
type Summary = Schema<'AnalyticsSummary'>;

const REFRESH_MS = 30_000;

interface CampaignFilter {
  readonly status?: CampaignStatus | undefined;
  readonly client_id?: string | undefined;
  readonly search?: string | undefined;
}

export function useCampaigns(filter: CampaignFilter): ListState<Campaign> {
  const query = given({ ...filter, search: filter.search || undefined });
  return usePages({
    key: ['campaigns', query],
    load: async (position) =>
      outreach.get('/api/v1/campaigns/', { params: { query: { ...query, ...position } } }),
    refreshMs: REFRESH_MS,
  });
}

const ofCampaign = (campaign_id: string) => ({ params: { path: { campaign_id } } });

export function useCampaign(id: string): UseQueryResult<Campaign> {
  return useQuery({
    queryKey: ['campaign', id],
    queryFn: async () => outreach.get('/api/v1/campaigns/{campaign_id}/', ofCampaign(id)),
    refetchInterval: REFRESH_MS,
  });
}

export function useSendingStatus(id: string): UseQueryResult<Schema<'SendingStatus'>> {
  return useQuery({
    queryKey: ['campaign', id, 'sending-status'],
    queryFn: async () => outreach.get('/api/v1/campaigns/{campaign_id}/sending-status/', ofCampaign(id)),
    refetchInterval: REFRESH_MS,
  });
}

export function useCampaignSummary(id: string, granularity: 'hour' | 'day'): UseQueryResult<Summary> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return useQuery({
    queryKey: ['campaign', id, 'summary', granularity],
    queryFn: async () =>
      outreach.get('/api/v1/campaigns/{campaign_id}/analytics/summary/', {
        params: { path: { campaign_id: id }, query: { granularity, time_zone: timeZone } },
      }),
    refetchInterval: REFRESH_MS,
  });
}

export function useCampaignSteps(id: string): UseQueryResult<Schema<'StepAnalytics'>> {
  return useQuery({
    queryKey: ['campaign', id, 'steps'],
    queryFn: async () => outreach.get('/api/v1/campaigns/{campaign_id}/analytics/steps/', ofCampaign(id)),
    refetchInterval: REFRESH_MS,
  });
}

export function useReplyIntents(id: string): UseQueryResult<Schema<'ReplyIntents'>> {
  return useQuery({
    queryKey: ['campaign', id, 'reply-intents'],
    queryFn: async () =>
      outreach.get('/api/v1/campaigns/{campaign_id}/analytics/reply-intents/', ofCampaign(id)),
    refetchInterval: REFRESH_MS,
  });
}

export function useCampaignGate(id: string, isNeeded: boolean): UseQueryResult<Schema<'GateResult'>> {
  return useQuery({
    queryKey: ['campaign', id, 'gate'],
    queryFn: async () => outreach.get('/api/v1/campaigns/{campaign_id}/gate/', ofCampaign(id)),
    enabled: isNeeded,
  });
}

export function useSends(id: string): ListState<Schema<'Send'>> {
  return usePages({
    key: ['campaign', id, 'sends'],
    load: async (position) =>
      outreach.get('/api/v1/campaigns/{campaign_id}/sends/', {
        params: { path: { campaign_id: id }, query: position },
      }),
  });
}

export type CampaignAction = 'launch' | 'pause' | 'resume' | 'archive';

const ACTIONS: Readonly<Record<CampaignAction, (id: string) => Promise<unknown>>> = {
  launch: async (id) => outreach.post('/api/v1/campaigns/{campaign_id}/launch/', ofCampaign(id)),
  pause: async (id) =>
    outreach.post('/api/v1/campaigns/{campaign_id}/pause/', { ...ofCampaign(id), body: {} }),
  resume: async (id) => outreach.post('/api/v1/campaigns/{campaign_id}/resume/', ofCampaign(id)),
  archive: async (id) => outreach.post('/api/v1/campaigns/{campaign_id}/archive/', ofCampaign(id)),
};

/** Creates a draft with the settings of a campaign. Its input is the Idempotency-Key. */
export function useCloneCampaign(id: string): Change<string, Campaign> {
  return useChange(
    async (idempotencyKey) =>
      outreach.post('/api/v1/campaigns/{campaign_id}/clone/', {
        ...ofCampaign(id),
        body: {},
        idempotencyKey,
      }),
    [['campaigns']],
  );
}

/** Changes the state of a campaign. */
export function useCampaignAction(id: string): Change<CampaignAction> {
  return useChange(async (action) => ACTIONS[action](id), [['campaign', id], ['campaigns']]);
}

type Forecast = Schema<'Forecast'>;
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

interface SavedCampaign {
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

export type Report = Schema<'Report'>;
export type ReportCreate = Schema<'ReportCreate'>;

const KEY = ['reports'];

export function useReports(): ListState<Report> {
  return usePages({
    key: KEY,
    load: async (position) => outreach.get('/api/v1/reports/', { params: { query: position } }),
  });
}

export function useCreateReport(): Change<Submitted<ReportCreate>> {
  return useChange(async (input) => outreach.post('/api/v1/reports/', input), [KEY]);
}

export function useDeleteReport(): Change<string> {
  return useChange(
    async (report_id) => outreach.delete('/api/v1/reports/{report_id}/', { params: { path: { report_id } } }),
    [KEY],
  );
}
