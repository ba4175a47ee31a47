import { Box, Button, Group, Menu, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useEnrollmentAction, useEnrollments, type Enrollment } from '../../data/campaign-people.ts';
import type { Campaign } from '../../data/campaigns.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Confirm } from '../../parts/dialogs.tsx';
import { DataList, type Column } from '../../parts/data-list.tsx';
import { formatWord } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { showFailure } from '../../parts/show-failure.ts';
import { StatusBadge, Time } from '../../parts/values.tsx';
import { useCan } from '../../session/session.ts';

const route = getRouteApi('/campaigns/$campaignId');
const STATUSES = ['active', 'pending', 'paused', 'completed', 'stopped'] as const;

const nameOf = ({ contact_email, contact_id }: Enrollment): string => contact_email ?? contact_id;

const COLUMNS: readonly Column<Enrollment>[] = [
  {
    header: 'Contact',
    cell: (enrollment) => (
      <PageLink to="/contacts/$contactId" params={{ contactId: enrollment.contact_id }}>
        {nameOf(enrollment)}
      </PageLink>
    ),
  },
  { header: 'Status', width: 120, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Reason',
    width: 150,
    from: 'md',
    cell: ({ stop_reason }) => (stop_reason === null ? '' : formatWord(stop_reason)),
  },
  {
    header: 'Step',
    width: 80,
    isNumber: true,
    from: 'xs',
    cell: ({ current_step, steps_total }) => `${current_step} of ${steps_total}`,
  },
  {
    header: 'Next email',
    width: 130,
    from: 'xs',
    cell: ({ next_send_at }) => (next_send_at === null ? '' : <Time at={next_send_at} />),
  },
  {
    header: 'Signs',
    width: 130,
    from: 'md',
    cell: ({ opened, replied, bounced }) =>
      [replied && 'replied', bounced && 'bounced', opened && 'opened'].filter(Boolean).join(', '),
  },
  { header: 'Action', width: 90, from: 'xs', cell: (enrollment) => <Actions enrollment={enrollment} /> },
];

/** The enrolled contacts: where each of them is in the sequence. */
export function People({ campaign }: { readonly campaign: Campaign }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { pending, active } = campaign.enrollment_counts;
  const isFilling = campaign.status === 'active' && pending + active === 0;
  const list = useEnrollments(campaign.id, { status: search.status, isFilling });
  const choose = (status: Enrollment['status'] | undefined): void =>
    void navigate({ search: { ...search, status } });
  return (
    <Stack h="100%" gap={0}>
      <Group px="md" py="xs" justify="space-between">
        <Choice label="Status of the enrollment" values={STATUSES} value={search.status} onChange={choose} />
        <ApiButton
          request={() => ({
            path: '/api/v1/campaigns/{campaign_id}/enrollments/',
            params: { campaign_id: campaign.id },
            query: { status: search.status },
          })}
        />
      </Group>
      <Box flex={1} mih={0}>
        <DataList
          label="People"
          list={list}
          columns={COLUMNS}
          empty="No contact is enrolled yet. The launch enrolls the contacts of the filter."
          noMatch={search.status !== undefined && 'No contact is in this state.'}
          onClear={() => choose(undefined)}
        />
      </Box>
    </Stack>
  );
}

function Actions({ enrollment }: { readonly enrollment: Enrollment }): ReactNode {
  const canWrite = useCan('campaigns:write');
  const [isAsked, setIsAsked] = useState(false);
  const change = useEnrollmentAction(enrollment);
  const removal = useEnrollmentAction(enrollment);
  const { status } = enrollment;
  const name = nameOf(enrollment);
  if (!canWrite || status === 'completed' || status === 'stopped') return null;
  const toggle = status === 'paused' ? 'resume' : 'pause';
  return (
    <Group gap={0}>
      <Menu position="bottom-end" width={190} shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-xs"
            loading={change.isPending}
            aria-label={`Actions for ${name}`}
          >
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => change.mutate(toggle, { onError: showFailure(name) })}>
            {formatWord(toggle)} enrollment
          </Menu.Item>
          <Menu.Item c="error" onClick={() => setIsAsked(true)}>
            Remove contact
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsked && (
        <Confirm
          onClose={() => setIsAsked(false)}
          action="Remove contact"
          effect={`${name} receives no further email of this campaign; the queued ones are canceled.`}
          change={removal}
          onConfirm={() => removal.mutate('remove', { onSuccess: () => setIsAsked(false) })}
        />
      )}
    </Group>
  );
}
