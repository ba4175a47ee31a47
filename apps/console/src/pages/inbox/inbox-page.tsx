import { Box, Button, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useThreads } from '../../data/inbox.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ConversationView } from './conversation-view.tsx';
import { ThreadList } from './thread-list.tsx';

const route = getRouteApi('/inbox');
const LIST_WIDTH = 360;

/** Threads and the open conversation; one at a time on a phone. */
export function InboxPage(): ReactNode {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const isWide = useMediaQuery('(min-width: 640px)', undefined, { getInitialValueInEffect: false });
  const status = filter.status === 'all' ? undefined : (filter.status ?? 'open');
  const list = useThreads({ status, unread: filter.unread, search: filter.search });
  const { thread } = filter;
  const isReading = thread !== undefined;
  const filters = (
    <>
      <Choice
        label="Status"
        values={['open', 'closed']}
        value={status}
        onChange={(value) => {
          const next = value === undefined ? 'all' : value === 'open' ? undefined : value;
          void navigate({ search: { ...filter, status: next } });
        }}
      />
      <Switch
        label="Unread"
        checked={filter.unread === true}
        onChange={({ currentTarget }) =>
          void navigate({ search: { ...filter, unread: currentTarget.checked ? true : undefined } })
        }
      />
      <SearchBox
        label="Search threads"
        value={filter.search}
        onChange={(search) => void navigate({ search: { ...filter, search }, replace: true })}
      />
    </>
  );
  const back = (
    <Button variant="default" onClick={() => void navigate({ search: { ...filter, thread: undefined } })}>
      All threads
    </Button>
  );
  return (
    <Page
      title="Inbox"
      actions={
        isReading && !isWide ? (
          back
        ) : (
          <ApiButton
            request={() => ({
              method: 'get',
              path: '/api/v1/inbox/threads/',
              query: { status, unread: filter.unread, search: filter.search },
            })}
          />
        )
      }
      filters={isReading && !isWide ? undefined : filters}
    >
      <Box h="100%" display="flex">
        {(isWide || !isReading) && (
          <Box
            w={isWide ? LIST_WIDTH : '100%'}
            h="100%"
            style={{
              flexShrink: 0,
              borderRight: '1px solid var(--mantine-color-default-border)',
            }}
          >
            <ThreadList list={list} current={thread} />
          </Box>
        )}
        {(isWide || isReading) && (
          <Box flex={1} miw={0} h="100%">
            {thread === undefined ? (
              <Empty text="Choose a thread to read it." />
            ) : (
              <ConversationView key={thread} id={thread} />
            )}
          </Box>
        )}
      </Box>
    </Page>
  );
}
