import { Box, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useThreads } from '../../data/inbox.ts';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ConversationView } from './conversation-view.tsx';
import { FilterColumn } from './filter-column.tsx';
import { filterCount, threadFilterOf, withoutFilters, type InboxAddress } from './inbox-filter.ts';
import { ThreadList } from './thread-list.tsx';

const route = getRouteApi('/inbox');
const FILTERS_WIDTH = 210;
const THREADS_WIDTH = 340;

/** Three columns: filters, threads and the open conversation. A phone shows one of them at a time. */
export function InboxPage(): ReactNode {
  const address = route.useSearch();
  const columns = useColumns(address);
  const navigate = route.useNavigate();
  const show = (next: InboxAddress, replace = false): void => void navigate({ search: next, replace });
  const filter = threadFilterOf(address);
  const list = useThreads(filter);
  return (
    <Page
      title="Inbox"
      api={() => ({ path: '/api/v1/inbox/threads/', query: { ...filter } })}
      actions={<Switches address={address} columns={columns} onShow={show} />}
    >
      <Box h="100%" display="flex">
        {columns.filters !== undefined && (
          <Column width={columns.filters}>
            <FilterColumn address={address} onChange={show} />
          </Column>
        )}
        {columns.threads !== undefined && (
          <Column width={columns.threads} isFixed>
            <Box p="xs">
              <SearchBox
                isWide
                label="Search threads"
                value={address.search}
                onChange={(search) => show({ ...address, search }, true)}
              />
            </Box>
            <Box flex={1} mih={0}>
              <ThreadList
                list={list}
                current={address.thread}
                isFiltered={filterCount(address) > 0 || address.search !== undefined}
                onClear={() => show(withoutFilters(address))}
              />
            </Box>
          </Column>
        )}
        {columns.hasConversation && (
          <Box flex={1} miw={0} h="100%">
            {address.thread === undefined ? (
              <Empty text="Choose a thread to read it." />
            ) : (
              <ConversationView key={address.thread} id={address.thread} />
            )}
          </Box>
        )}
      </Box>
    </Page>
  );
}

/** Widths of the columns that are shown. */
interface Columns {
  readonly filters: number | '100%' | undefined;
  readonly threads: number | '100%' | undefined;
  readonly hasConversation: boolean;
}

/** All from 1,100 pixels on; filters or threads beside the conversation from 640 on; else one. */
function useColumns({ filters, thread }: InboxAddress): Columns {
  const options = { getInitialValueInEffect: false };
  const isWide = useMediaQuery('(min-width: 1100px)', undefined, options);
  const isPhone = useMediaQuery('(max-width: 639px)', undefined, options);
  if (isWide) return { filters: FILTERS_WIDTH, threads: THREADS_WIDTH, hasConversation: true };
  const width = isPhone ? '100%' : THREADS_WIDTH;
  const isReading = isPhone && thread !== undefined && filters !== true;
  return {
    filters: filters === true ? width : undefined,
    threads: filters === true || isReading ? undefined : width,
    hasConversation: !isPhone || isReading,
  };
}

interface SwitchesProps {
  readonly address: InboxAddress;
  readonly columns: Columns;
  readonly onShow: (address: InboxAddress) => void;
}

/** The ways between the columns of a narrow screen. */
function Switches({ address, columns, onShow }: SwitchesProps): ReactNode {
  if (columns.filters !== undefined && columns.threads !== undefined) return null;
  if (columns.threads === undefined) {
    const threads =
      columns.filters === undefined ? { ...address, thread: undefined } : { ...address, filters: undefined };
    return (
      <Button variant="default" onClick={() => onShow(threads)}>
        {columns.filters === undefined ? 'All threads' : 'Show threads'}
      </Button>
    );
  }
  const count = filterCount(address);
  return (
    <Button variant="default" onClick={() => onShow({ ...address, filters: true })}>
      {count === 0 ? 'Filters' : `Filters (${String(count)})`}
    </Button>
  );
}

interface ColumnProps {
  readonly width: number | '100%';
  /** True if the content scrolls by itself. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

function Column({ width, isFixed = false, children }: ColumnProps): ReactNode {
  return (
    <Box
      w={width}
      h="100%"
      style={{
        display: 'flex',
        flexDirection: 'column',
        flexShrink: 0,
        overflow: isFixed ? 'hidden' : 'auto',
        borderRight: width === '100%' ? undefined : '1px solid var(--mantine-color-default-border)',
      }}
    >
      {children}
    </Box>
  );
}
