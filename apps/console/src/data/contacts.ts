import type { Schema } from '@outreach/client';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { given, type Given } from './given.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Contact = Schema<'Contact'>;
export type ScoredContact = Schema<'ScoredContact'>;
export type ContactEvent = Schema<'EngagementEvent'>;

export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
export const CONTACT_SORTS = ['created_desc', 'created_asc', 'updated_desc', 'lead_score_desc'] as const;

export interface ContactFilter {
  readonly search?: string | undefined;
  readonly grade?: (typeof GRADES)[number] | undefined;
  readonly segment?: string | undefined;
  readonly sort?: (typeof CONTACT_SORTS)[number] | undefined;
}

/** The query parameters of a filter, without those that are absent. */
export function toContactQuery({
  segment: segment_id,
  search,
  ...rest
}: ContactFilter): Given<Omit<ContactFilter, 'segment'> & { segment_id: string | undefined }> {
  return given({ ...rest, segment_id, search: search || undefined });
}

export function useContacts(filter: ContactFilter): ListState<Contact> {
  const query = toContactQuery(filter);
  return usePages({
    key: ['contacts', query],
    load: async (position) =>
      outreach.get('/api/v1/contacts/', { params: { query: { ...query, ...position } } }),
  });
}

/** Without an id, nothing is loaded. */
export function useContact(id: string | undefined): UseQueryResult<ScoredContact> {
  return useQuery({
    queryKey: ['contact', id],
    enabled: id !== undefined,
    queryFn: async () =>
      outreach.get('/api/v1/contacts/{contact_id}/', { params: { path: { contact_id: id ?? '' } } }),
  });
}

const CHOICES_MAX = 10;

/** A few contacts to choose from; the newest without a search. */
export function useContactChoices(search: string): UseQueryResult<readonly Contact[]> {
  const query = { ...(search === '' ? {} : { search }), page_size: CHOICES_MAX };
  return useQuery({
    queryKey: ['contacts', 'choices', query],
    queryFn: async () => (await outreach.get('/api/v1/contacts/', { params: { query } })).data,
    placeholderData: keepPreviousData,
  });
}

export function useContactEvents(id: string): ListState<ContactEvent> {
  return usePages({
    key: ['contact', id, 'events'],
    load: async ({ page_size, ...position }) =>
      outreach.get('/api/v1/contacts/{contact_id}/events/', {
        params: { path: { contact_id: id }, query: { limit: page_size, ...position } },
      }),
  });
}

/** A contact with one of these addresses; null if there is none. */
export function useContactAmong(emails: readonly string[]): UseQueryResult<Contact | null> {
  return useQuery({
    queryKey: ['contacts', 'among', emails],
    enabled: emails.length > 0,
    queryFn: async () => {
      const filters = [{ field: 'email', op: 'in' as const, value: emails }];
      const found = await outreach.post('/api/v1/contacts/search/', { body: { filters, page_size: 1 } });
      return found.data[0] ?? null;
    },
  });
}
