import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useFound } from '../data/search.ts';
import { FURTHER_PAGES, PAGES, useAllowed } from './navigation.ts';

const PAUSE_MS = 200;
const QUERY_LENGTH_MIN = 2;

const FOUND_PAGES: readonly {
  readonly to: string;
  readonly label: string;
  readonly scope: string;
  readonly key?: string;
}[] = [...PAGES, ...FURTHER_PAGES];

/** `⌘K`: pages and actions, and contacts and campaigns by name. */
export function Search(): ReactNode {
  const [query, setQuery] = useState('');
  const [settled] = useDebouncedValue(query.trim(), PAUSE_MS);
  const navigate = useNavigate();
  const found = useFound(settled.length >= QUERY_LENGTH_MIN ? settled : undefined);
  const pages = useAllowed(FOUND_PAGES).filter(({ label }) =>
    label.toLowerCase().includes(query.trim().toLowerCase()),
  );
  const actions: SpotlightActionData[] = [
    ...pages.map(({ to, label, key }) => ({
      id: to,
      label,
      ...(key === undefined ? {} : { description: `g ${key}` }),
      onClick: () => void navigate({ to }),
    })),
    ...found.campaigns.map(({ id, name }) => ({
      id,
      label: name,
      description: 'Campaign',
      onClick: () => void navigate({ to: '/campaigns/$campaignId', params: { campaignId: id } }),
    })),
    ...found.contacts.map(({ id, email, full_name }) => ({
      id,
      label: full_name ?? email,
      description: email,
      onClick: () => void navigate({ to: '/contacts/$contactId', params: { contactId: id } }),
    })),
  ];
  return (
    <Spotlight
      actions={actions}
      filter={(_query, all) => all}
      query={query}
      onQueryChange={setQuery}
      nothingFound="Nothing found."
      searchProps={{ placeholder: 'Search pages, contacts and campaigns', 'aria-label': 'Search' }}
    />
  );
}
