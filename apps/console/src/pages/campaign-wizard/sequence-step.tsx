import { Box, Radio } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSequences, type Sequence } from '../../data/sequences.ts';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { formatNumber } from '../../parts/format.ts';
import { LinkButton, PageLink } from '../../parts/link.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import type { CampaignDraftState } from './use-campaign-draft.ts';

/** An archived sequence takes no new campaign. */
const isUsable = ({ status }: Sequence): boolean => status !== 'archived';

/** The sequence that the campaign sends. */
export function SequenceStep({ draft, change }: CampaignDraftState): ReactNode {
  const [search, setSearch] = useState<string>();
  const list = useSequences(search, isUsable);
  const columns: readonly Column<Sequence>[] = [
    {
      header: 'Name',
      cell: ({ id, name }) => (
        <Radio
          label={name}
          name="sequence"
          checked={draft.sequence_id === id}
          onChange={() => change({ sequence_id: id })}
        />
      ),
    },
    { header: 'Steps', width: 80, isNumber: true, cell: ({ steps }) => formatNumber(steps.length) },
    { header: 'Status', width: 120, from: 'xs', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: 'Text',
      width: 110,
      from: 'xs',
      cell: ({ id, name }) => (
        <PageLink to="/sequences/$sequenceId" params={{ sequenceId: id }} aria-label={`Read ${name}`}>
          Read
        </PageLink>
      ),
    },
  ];
  return (
    <>
      <Box px="md">
        <SearchBox label="Search sequences" value={search} onChange={setSearch} />
      </Box>
      <Box flex={1} mih={0}>
        <DataList
          label="Sequences"
          list={list}
          columns={columns}
          empty="There is no sequence yet."
          action={<LinkButton to="/sequences">Go to sequences</LinkButton>}
          noMatch={search !== undefined && 'No sequence matches.'}
          onClear={() => setSearch(undefined)}
        />
      </Box>
    </>
  );
}
