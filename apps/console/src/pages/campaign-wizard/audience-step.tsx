import { MultiSelect, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAudienceCounts, type Audience } from '../../data/audience.ts';
import { useSegments } from '../../data/segments.ts';
import { ClientSelect } from '../../parts/client-select.tsx';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { NotLoaded } from '../../parts/failure.tsx';
import { AudienceTable } from './audience-table.tsx';
import type { CampaignDraftState } from './use-campaign-draft.ts';

const TIERS = ['A', 'B', 'C', 'D'] as const;
const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
const TYPES = ['cold_outreach', 'nurture', 're_engagement', 'warmup'] as const;

/** The name of the campaign, and the contacts that it enrolls, with their number. */
export function AudienceStep({ draft, change }: CampaignDraftState): ReactNode {
  const segments = useSegments();
  const { contact_filter: filter } = draft;
  return (
    <Stack gap="md" px="md" maw={560}>
      <TextInput
        label="Name"
        maxLength={200}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Select
        label="Type"
        allowDeselect={false}
        data={TYPES.map((value) => ({ value, label: formatWord(value) }))}
        value={draft.campaign_type}
        onChange={(value) =>
          change({ campaign_type: TYPES.find((type) => type === value) ?? draft.campaign_type })
        }
      />
      <ClientSelect
        label="Client"
        placeholder="No client"
        value={draft.client_id ?? undefined}
        onChange={(client) => change({ client_id: client ?? null })}
      />
      <MultiSelect
        label="Segments"
        description="Contacts of any of these; all contacts without a choice."
        searchable
        clearable
        nothingFoundMessage="No segment matches."
        data={(segments.data ?? []).map(({ id, name, contact_count }) => ({
          value: id,
          label: `${name} · ${formatNumber(contact_count)}`,
        }))}
        value={filter.segment_ids}
        onChange={(segment_ids) => change({ contact_filter: { ...filter, segment_ids } })}
      />
      <MultiSelect
        label="Tiers"
        clearable
        data={[...TIERS]}
        value={filter.icp_tier}
        onChange={(values) =>
          change({ contact_filter: { ...filter, icp_tier: TIERS.filter((tier) => values.includes(tier)) } })
        }
      />
      <MultiSelect
        label="Grades"
        clearable
        data={[...GRADES]}
        value={filter.grade}
        onChange={(values) =>
          change({ contact_filter: { ...filter, grade: GRADES.filter((grade) => values.includes(grade)) } })
        }
      />
      <Switch
        label="Also send to risky and catch-all addresses"
        checked={draft.allow_risky_contacts}
        onChange={({ currentTarget }) => change({ allow_risky_contacts: currentTarget.checked })}
      />
      <Switch
        label="Also enroll contacts that match after the launch"
        checked={draft.auto_enroll}
        onChange={({ currentTarget }) => change({ auto_enroll: currentTarget.checked })}
      />
      <AudienceCount audience={draft} />
    </Stack>
  );
}

/** The contacts of a filter that is not saved. */
function AudienceCount({ audience }: { readonly audience: Audience }): ReactNode {
  const counts = useAudienceCounts(audience);
  if (counts.data === undefined) return <NotLoaded query={counts} lines={3} height={34} />;
  const { matching, invalid, risky, isEstimated } = counts.data;
  const rows = [
    ['Match the filter', matching],
    ['Out: invalid address', -invalid],
    ['Out: risky or catch-all address', -risky],
    ['In', matching - invalid - risky],
  ] as const;
  return (
    <AudienceTable rows={rows} isEstimated={isEstimated}>
      <Text size="sm" c="dimmed" mt={4}>
        The review also leaves out suppressed addresses.
      </Text>
    </AudienceTable>
  );
}
