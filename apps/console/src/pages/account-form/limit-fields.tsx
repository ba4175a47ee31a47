import { NumberInput, Select, SimpleGrid, Switch, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useDomainChoice } from '../../data/accounts.ts';
import type { AccountValues } from './account-values.ts';

const NUMBER = { min: 0, allowDecimal: false };
const ZONES = Intl.supportedValuesOf('timeZone');

/** Limits, warm-up, time zone and tracking domain. */
export function LimitFields({ form }: { readonly form: UseFormReturnType<AccountValues> }): ReactNode {
  const { data: domains = [] } = useDomainChoice();
  const { enabled } = form.values.warmup;
  return (
    <>
      <Title order={2}>Limits</Title>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NumberInput label="Emails a day" {...NUMBER} min={1} {...form.getInputProps('daily_limit')} />
        <NumberInput
          label="Shortest pause"
          suffix=" s"
          {...NUMBER}
          {...form.getInputProps('min_gap_seconds')}
        />
        <NumberInput
          label="Longest pause"
          suffix=" s"
          {...NUMBER}
          {...form.getInputProps('max_gap_seconds')}
        />
      </SimpleGrid>
      <Switch
        label="Warm up"
        description="Sends few emails at first, and more on each day on which it sends."
        {...form.getInputProps('warmup.enabled', { type: 'checkbox' })}
      />
      {enabled && (
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NumberInput label="On day 1" {...NUMBER} min={1} {...form.getInputProps('warmup.start')} />
          <NumberInput label="More each day" {...NUMBER} {...form.getInputProps('warmup.increment')} />
          <NumberInput label="At most" {...NUMBER} min={1} {...form.getInputProps('warmup.ceiling')} />
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Time zone"
          searchable
          clearable
          placeholder="UTC"
          data={ZONES}
          {...form.getInputProps('time_zone')}
        />
        <Select
          label="Tracking domain"
          clearable
          placeholder="Chosen by the address"
          data={domains.map(({ id, domain }) => ({ value: id, label: domain }))}
          {...form.getInputProps('tracking_domain_id')}
        />
      </SimpleGrid>
    </>
  );
}
