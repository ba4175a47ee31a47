import { Button, Menu } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Contact } from '../../data/contacts.ts';
import type { Column } from '../../parts/data-list.tsx';
import { formatWord } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { StatusBadge, Time } from '../../parts/values.tsx';

/** The columns that a person has chosen, kept in this browser, and the menu that chooses them. */
export function useColumns(): readonly [columns: readonly Column<Contact>[], menu: ReactNode] {
  const [headers, setHeaders] = useLocalStorage<readonly string[]>({
    key: 'contact-columns',
    defaultValue: DEFAULT_HEADERS,
    getInitialValueInEffect: false,
  });
  const [address, ...choices] = CONTACT_COLUMNS;
  const shown = choices.filter(({ header }) => headers.includes(header));
  const toggle = (header: string): void =>
    setHeaders(headers.includes(header) ? headers.filter((one) => one !== header) : [...headers, header]);
  const menu = (
    <Menu position="bottom-end" width={180} shadow="md">
      <Menu.Target>
        <Button variant="default" visibleFrom="xs">
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ header }) => (
          <Menu.CheckboxItem key={header} checked={headers.includes(header)} onChange={() => toggle(header)}>
            {header}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
  return [address === undefined ? shown : [address, ...shown], menu];
}

/** The columns that can be shown; the address is always. */
const CONTACT_COLUMNS: readonly Column<Contact>[] = [
  {
    header: 'Email',
    cell: ({ id, email }) => (
      <PageLink to="/contacts/$contactId" params={{ contactId: id }}>
        {email}
      </PageLink>
    ),
  },
  { header: 'Name', from: 'xs', cell: ({ full_name }) => full_name ?? '' },
  { header: 'Title', from: 'md', cell: ({ title }) => title ?? '' },
  { header: 'Company', from: 'md', cell: ({ company }) => company.name ?? '' },
  {
    header: 'Address',
    width: 120,
    from: 'xs',
    cell: ({ verification_status }) => <StatusBadge status={verification_status} />,
  },
  {
    header: 'Score',
    width: 90,
    isNumber: true,
    cell: ({ lead_score, grade }) => `${lead_score} ${grade}`,
  },
  { header: 'Tags', from: 'md', cell: ({ tags }) => tags.join(', ') },
  { header: 'Tier', width: 70, from: 'md', cell: ({ icp_tier }) => icp_tier ?? '' },
  { header: 'City', from: 'md', cell: ({ city }) => city ?? '' },
  { header: 'Country', from: 'md', cell: ({ country }) => country ?? '' },
  { header: 'Source', width: 110, from: 'md', cell: ({ lead_source }) => formatWord(lead_source) },
  { header: 'Created', width: 130, from: 'md', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The columns of a person who has chosen none. */
const DEFAULT_HEADERS: readonly string[] = ['Name', 'Title', 'Company', 'Address', 'Score', 'Created'];
