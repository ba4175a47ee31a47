import type { Schema } from '@outreach/client';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type TrackingDomain = Schema<'TrackingDomain'>;

const KEY = ['tracking-domains'];
const ofDomain = (domain_id: string) => ({ params: { path: { domain_id } } });

export function useTrackingDomains(): ListState<TrackingDomain> {
  return usePages({
    key: KEY,
    load: async (position) => outreach.get('/api/v1/tracking-domains/', { params: { query: position } }),
  });
}

export function useCreateTrackingDomain(): Change<Submitted<Schema<'TrackingDomainCreate'>>, TrackingDomain> {
  return useChange(async (input) => outreach.post('/api/v1/tracking-domains/', input), [KEY]);
}

export type DomainAction = 'verify' | 'make_default' | 'delete';

const ACTIONS: Readonly<Record<DomainAction, (id: string) => Promise<unknown>>> = {
  verify: async (id) => outreach.post('/api/v1/tracking-domains/{domain_id}/verify/', ofDomain(id)),
  make_default: async (id) =>
    outreach.patch('/api/v1/tracking-domains/{domain_id}/', { ...ofDomain(id), body: { is_default: true } }),
  delete: async (id) => outreach.delete('/api/v1/tracking-domains/{domain_id}/', ofDomain(id)),
};

export function useDomainAction(id: string): Change<DomainAction> {
  return useChange(async (action: DomainAction) => ACTIONS[action](id), [KEY]);
}
