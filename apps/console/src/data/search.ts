import type { Schema } from '@outreach/client';
import { useQuery } from '@tanstack/react-query';
import { outreach } from './client.ts';

const FOUND_MAX = 6;

export interface Found {
  readonly campaigns: readonly Schema<'Campaign'>[];
  readonly contacts: readonly Schema<'Contact'>[];
}

const NOTHING: Found = { campaigns: [], contacts: [] };

/** Campaigns and contacts by name. */
export function useFound(search: string | undefined): Found {
  const { data = NOTHING } = useQuery({
    queryKey: ['found', search],
    enabled: search !== undefined,
    queryFn: async () => {
      const options = { params: { query: { search: search ?? '', page_size: FOUND_MAX } } };
      const [campaigns, contacts] = await Promise.all([
        outreach.get('/api/v1/campaigns/', options),
        outreach.get('/api/v1/contacts/', options),
      ]);
      return { campaigns: campaigns.data, contacts: contacts.data };
    },
  });
  return data;
}
