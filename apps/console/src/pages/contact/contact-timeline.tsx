import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useContactEvents, type ContactEvent } from '../../data/contacts.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { formatWord } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { ListFailure } from '../../parts/list-failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Time } from '../../parts/time.tsx';

/** What happened with a contact, newest first. */
export function Timeline({ id }: { readonly id: string }): ReactNode {
  const list = useContactEvents(id);
  if (list.isLoading) return <Loading lines={6} />;
  if (list.error !== null && list.items.length === 0)
    return <Failure error={list.error} retry={list.retry} />;
  if (list.items.length === 0) return <Empty text="Nothing has happened yet." />;
  return (
    <Stack gap="xs">
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {list.items.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </Stack>
      {list.hasMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          Load more
        </Button>
      )}
      <ListFailure list={list} />
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
