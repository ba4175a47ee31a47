import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useContactEvents, type ContactEvent } from '../../data/contacts.ts';
import { Empty } from '../../parts/empty.tsx';
import { formatWord } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { ListEnd } from '../../parts/list-end.tsx';
import { NotLoaded } from '../../parts/failure.tsx';
import { Time } from '../../parts/values.tsx';

/** What happened with a contact, newest first. */
export function Timeline({ id }: { readonly id: string }): ReactNode {
  const list = useContactEvents(id);
  if (list.isMissing) return <NotLoaded query={list} lines={6} />;
  if (list.items.length === 0) return <Empty text="Nothing has happened yet." />;
  return (
    <Stack gap="xs">
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {list.items.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </Stack>
      <ListEnd list={list} />
    </Stack>
  );
}

function Entry({ event }: { readonly event: ContactEvent }): ReactNode {
  const { event_type, step_number, is_machine, campaign_id } = event;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Text span>{formatWord(event_type)}</Text>
        <Text span c="dimmed">
          {step_number === null ? '' : ` · step ${step_number}`}
          {is_machine ? ' · by a machine' : ''}
        </Text>
        {campaign_id !== null && (
          <Text size="sm">
            <PageLink to="/campaigns/$campaignId" params={{ campaignId: campaign_id }} fw={400}>
              Open campaign
            </PageLink>
          </Text>
        )}
      </div>
      <Text span c="dimmed" size="sm">
        <Time at={event.occurred_at} />
      </Text>
    </Group>
  );
}
