import type { Contact } from '../../data/contacts.ts';
import type { Column } from '../../parts/data-list.tsx';
import { formatWord } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';

/** The columns that can be shown; the address is always. */
export const CONTACT_COLUMNS: readonly Column<Contact>[] = [
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
export const DEFAULT_HEADERS: readonly string[] = ['Name', 'Title', 'Company', 'Address', 'Score', 'Created'];
