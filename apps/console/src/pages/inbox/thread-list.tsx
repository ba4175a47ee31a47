import { Box, Group, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { useMarkRead, type Thread } from '../../data/inbox.ts';
import type { ListState } from '../../data/use-pages.ts';
import { EmptyList } from '../../parts/empty.tsx';
import { formatWord } from '../../parts/format.ts';
import { ListEnd } from '../../parts/list-end.tsx';
import { NotLoaded } from '../../parts/failure.tsx';
import { Time } from '../../parts/values.tsx';
import { useVirtualRows } from '../../parts/use-virtual-rows.ts';
import { useCan } from '../../session/session.ts';

const route = getRouteApi('/inbox');
const THREAD_HEIGHT = 80;

export interface ThreadListProps {
  readonly list: ListState<Thread>;
  readonly current: string | undefined;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** The threads, newest first. The keys `j` and `k` open the next and the previous one. */
export function ThreadList({ list, current, isFiltered, onClear }: ThreadListProps): ReactNode {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan('campaigns:write');
  const markRead = useMarkRead();
  const scroller = useRef<HTMLDivElement>(null);
  const { indexes, before, after, onScroll, show } = useVirtualRows(scroller, list, THREAD_HEIGHT);
  const open = ({ id, unread }: Thread): void => {
    if (unread && canWrite) markRead.mutate(id);
    void navigate({ search: { ...filter, thread: id } });
  };
  const move = (step: 1 | -1): void => {
    const index = list.items.findIndex(({ id }) => id === current);
    const nextIndex = Math.min(Math.max(index + step, 0), list.items.length - 1);
    const next = list.items[nextIndex];
    if (next === undefined) return;
    show(nextIndex);
    open(next);
  };
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
  ]);
  if (list.isMissing) return <NotLoaded query={list} lines={8} height={44} />;
  if (list.items.length === 0)
    return (
      <EmptyList
        empty="No open thread. Replies to your emails appear here."
        noMatch={isFiltered && 'No thread matches.'}
        onClear={onClear}
      />
    );
  return (
    <Box ref={scroller} onScroll={onScroll} h="100%" style={{ overflow: 'auto' }}>
      <Stack
        gap={0}
        component="nav"
        aria-label="Threads"
        style={{ paddingTop: before, paddingBottom: after }}
      >
        {indexes.map((index) => {
          const thread = list.items[index];
          return (
            thread !== undefined && (
              <ThreadEntry
                key={thread.id}
                thread={thread}
                isCurrent={thread.id === current}
                onOpen={() => open(thread)}
              />
            )
          );
        })}
      </Stack>
      <ListEnd list={list} />
    </Box>
  );
}

const THREAD: CSSProperties = {
  height: THREAD_HEIGHT,
  flexShrink: 0,
  borderBottom: '1px solid var(--mantine-color-default-border)',
};

interface ThreadEntryProps {
  readonly thread: Thread;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

function ThreadEntry({ thread, isCurrent, onOpen }: ThreadEntryProps): ReactNode {
  const { contact, unread, subject, snippet, intent, last_message_at } = thread;
  const name = [contact.first_name, contact.last_name].filter((part) => part !== null).join(' ');
  return (
    <UnstyledButton
      onClick={onOpen}
      aria-current={isCurrent ? 'true' : undefined}
      px="md"
      py={8}
      bg={isCurrent ? 'var(--mantine-color-default-hover)' : 'transparent'}
      style={THREAD}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text truncate fw={unread ? 600 : 400}>
          {unread && <VisuallyHidden>Unread: </VisuallyHidden>}
          {name || contact.email}
        </Text>
        <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
          <Time at={last_message_at} />
        </Text>
      </Group>
      <Text size="sm" truncate fw={unread ? 600 : 400}>
        {subject}
      </Text>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" c="dimmed" truncate>
          {snippet}
        </Text>
        <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
          {formatWord(intent)}
        </Text>
      </Group>
    </UnstyledButton>
  );
}
