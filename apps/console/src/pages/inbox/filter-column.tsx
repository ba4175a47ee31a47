import { Button, NavLink, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useInboxSummary } from '../../data/inbox.ts';
import { accountOptions, campaignOptions } from '../../data/options.ts';
import { formatNumber, formatWord } from '../../parts/format.ts';
import { SearchSelect } from '../../parts/search-select.tsx';
import { filterCount, withoutFilters, type InboxAddress } from './inbox-filter.ts';
import { INTENTS } from '../../parts/intents.ts';

export interface FilterColumnProps {
  readonly address: InboxAddress;
  readonly onChange: (address: InboxAddress) => void;
}

/** The filters of the inbox: one click each, with the number of threads where the API has it. */
export function FilterColumn({ address, onChange }: FilterColumnProps): ReactNode {
  const { data: summary } = useInboxSummary();
  const change = (changed: Partial<InboxAddress>): void => onChange({ ...address, ...changed });
  const { status, unread, intent } = address;
  return (
    <Stack gap="md" p="xs" component="section" aria-label="Filters">
      <Entries label="Status">
        <Entry
          label="Open"
          count={summary?.open}
          isActive={status === undefined}
          onClick={() => change({ status: undefined })}
        />
        <Entry
          label="Closed"
          count={summary?.closed}
          isActive={status === 'closed'}
          onClick={() => change({ status: 'closed' })}
        />
        <Entry label="All" isActive={status === 'all'} onClick={() => change({ status: 'all' })} />
        <Entry
          label="Unread"
          count={summary?.unread}
          isActive={unread === true}
          onClick={() => change({ unread: unread === true ? undefined : true })}
        />
      </Entries>
      <Entries label="Intent">
        <Entry
          label="Any intent"
          isActive={intent === undefined}
          onClick={() => change({ intent: undefined })}
        />
        {INTENTS.map((one) => (
          <Entry
            key={one}
            label={formatWord(one)}
            // The API counts the intents of open threads.
            count={status === undefined ? summary?.by_intent[one] : undefined}
            isActive={intent === one}
            onClick={() => change({ intent: intent === one ? undefined : one })}
          />
        ))}
      </Entries>
      <SearchSelect
        label="Account"
        placeholder="Any account"
        source={accountOptions}
        value={address.account}
        onChange={(account) => change({ account })}
      />
      <SearchSelect
        label="Campaign"
        placeholder="Any campaign"
        source={campaignOptions}
        value={address.campaign}
        onChange={(campaign) => change({ campaign })}
      />
      <Button
        variant="default"
        size="compact-sm"
        disabled={filterCount(address) === 0 && address.search === undefined}
        onClick={() => onChange(withoutFilters(address))}
      >
        Clear filters
      </Button>
    </Stack>
  );
}

function Entries({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <Stack gap={0} role="group" aria-label={label}>
      <Text size="xs" fw={600} c="dimmed" px={8} pb={4}>
        {label}
      </Text>
      {children}
    </Stack>
  );
}

interface EntryProps {
  readonly label: string;
  /** Not shown before it is known. */
  readonly count?: number | undefined;
  readonly isActive: boolean;
  readonly onClick: () => void;
}

function Entry({ label, count, isActive, onClick }: EntryProps): ReactNode {
  return (
    <NavLink
      component="button"
      type="button"
      active={isActive}
      aria-pressed={isActive}
      variant="subtle"
      color="gray"
      h={28}
      px={8}
      py={0}
      onClick={onClick}
      label={
        <Text span size="sm" fw={isActive ? 600 : 400}>
          {label}
        </Text>
      }
      rightSection={
        count !== undefined && (
          <Text span size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatNumber(count)}
          </Text>
        )
      }
    />
  );
}
