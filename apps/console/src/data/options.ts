import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { outreach } from './client.ts';

const OPTIONS_MAX = 50;

/** An entry of a menu. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Records that a menu offers. */
export interface OptionSource {
  readonly name: string;
  /** At most 50 records whose name contains the text. */
  readonly find: (search: string) => Promise<readonly Option[]>;
  readonly get: (id: string) => Promise<Option>;
}

const queryOf = (search: string) => ({ page_size: OPTIONS_MAX, ...(search === '' ? {} : { search }) });
const accountOption = ({ id, email }: { readonly id: string; readonly email: string }): Option => ({
  value: id,
  label: email,
});
const campaignOption = ({ id, name }: { readonly id: string; readonly name: string }): Option => ({
  value: id,
  label: name,
});

export const accountOptions: OptionSource = {
  name: 'accounts',
  find: async (search) => {
    const { data } = await outreach.get('/api/v1/sending-accounts/', { params: { query: queryOf(search) } });
    return data.map(accountOption);
  },
  get: async (account_id) =>
    accountOption(
      await outreach.get('/api/v1/sending-accounts/{account_id}/', { params: { path: { account_id } } }),
    ),
};

export const campaignOptions: OptionSource = {
  name: 'campaigns',
  find: async (search) => {
    const { data } = await outreach.get('/api/v1/campaigns/', { params: { query: queryOf(search) } });
    return data.map(campaignOption);
  },
  get: async (campaign_id) =>
    campaignOption(
      await outreach.get('/api/v1/campaigns/{campaign_id}/', { params: { path: { campaign_id } } }),
    ),
};

/** The records with these ids. */
export function useOptions(source: OptionSource, ids: readonly string[]): readonly Option[] {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: [source.name, 'option', id],
      queryFn: async () => source.get(id),
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
}

interface MenuState {
  readonly search: string;
  readonly isOpen: boolean;
}

/** The records that match. Nothing is searched while the menu is closed. */
export function useFoundOptions(source: OptionSource, { search, isOpen }: MenuState): readonly Option[] {
  const found = useQuery({
    queryKey: [source.name, 'options', search],
    queryFn: async () => source.find(search),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  return found.data ?? [];
}
