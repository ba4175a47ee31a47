import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Enrollment = Schema<'Enrollment'>;
export type EnrollmentStatus = Enrollment['status'];
export type BounceAnalytics = Schema<'BounceAnalytics'>;
export type CampaignAudit = Schema<'CampaignAudit'>;

const REFRESH_MS = 30_000;
/** Soon after the launch, contacts are still being enrolled. */
const EMPTY_REFRESH_MS = 2_000;

const ofCampaign = (campaign_id: string) => ({ params: { path: { campaign_id } } });

export interface EnrollmentFilter {
  readonly status: EnrollmentStatus | undefined;
  /** True while contacts are still expected. */
  readonly isFilling: boolean;
}

export function useEnrollments(id: string, { status, isFilling }: EnrollmentFilter): ListState<Enrollment> {
  const query = status === undefined ? {} : { status };
  return usePages({
    key: ['campaign', id, 'enrollments', query],
    load: async (position) =>
      outreach.get('/api/v1/campaigns/{campaign_id}/enrollments/', {
        params: { path: { campaign_id: id }, query: { ...query, ...position } },
      }),
    refreshMs: isFilling ? EMPTY_REFRESH_MS : REFRESH_MS,
  });
}

export type EnrollmentAction = 'pause' | 'resume' | 'remove';

/** Pauses or resumes the enrollment of a contact, or ends it with its queued emails. */
export function useEnrollmentAction({ id, campaign_id, contact_id }: Enrollment): Change<EnrollmentAction> {
  const ofEnrollment = { params: { path: { enrollment_id: id } } };
  const actions: Readonly<Record<EnrollmentAction, () => Promise<unknown>>> = {
    pause: async () => outreach.post('/api/v1/enrollments/{enrollment_id}/pause/', ofEnrollment),
    resume: async () => outreach.post('/api/v1/enrollments/{enrollment_id}/resume/', ofEnrollment),
    remove: async () =>
      outreach.post('/api/v1/campaigns/{campaign_id}/remove-contacts/', {
        ...ofCampaign(campaign_id),
        body: { contact_ids: [contact_id], stop_pending_sends: true },
      }),
  };
  return useChange(async (action) => actions[action](), [['campaign', campaign_id]]);
}

export function useBounces(id: string): UseQueryResult<BounceAnalytics> {
  return useQuery({
    queryKey: ['campaign', id, 'bounces'],
    queryFn: async () => outreach.get('/api/v1/campaigns/{campaign_id}/analytics/bounces/', ofCampaign(id)),
    refetchInterval: REFRESH_MS,
  });
}

/** A count of every email and enrollment at one time; it is not repeated by itself. */
export function useCampaignAudit(id: string): UseQueryResult<CampaignAudit> {
  return useQuery({
    queryKey: ['campaign', id, 'audit'],
    queryFn: async () => outreach.get('/api/v1/campaigns/{campaign_id}/audit/', ofCampaign(id)),
  });
}
