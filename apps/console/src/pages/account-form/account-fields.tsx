import {
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Switch,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useDomainChoice } from '../../data/accounts.ts';
import type { DraftFormOptions } from '../../parts/use-draft-form.ts';
import type { AccountValues } from './account-values.ts';

export const validate: DraftFormOptions<AccountValues>['validate'] = {
  email: (value) => (value.includes('@') ? null : 'Enter the address of the mailbox.'),
  max_gap_seconds: (value, { min_gap_seconds }) =>
    Number(value) >= Number(min_gap_seconds) ? null : 'Must be at least the shortest pause.',
};

/** Refuses servers without a host. */
export const validateServers: DraftFormOptions<AccountValues>['validate'] = {
  ...validate,
  smtp: { host: (value) => (value.trim() === '' ? 'Enter the host.' : null) },
  imap: {
    host: (value, { has_imap }) => (has_imap && value.trim() === '' ? 'Enter the host.' : null),
  },
};

interface AccountFieldsProps {
  readonly form: UseFormReturnType<AccountValues>;
  /** The servers of an OAuth account are those of its provider. */
  readonly hasServers: boolean;
  readonly isNew: boolean;
}

/** The fields of a sending account. */
export function AccountFields({ form, hasServers, isNew }: AccountFieldsProps): ReactNode {
  const kept = isNew ? '' : 'Without one the password stays. A new host, port or security needs it.';
  return (
    <>
      <Title order={2}>Sender</Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="Email"
          type="email"
          required
          disabled={!isNew}
          placeholder="sales@example.com"
          {...form.getInputProps('email')}
        />
        <TextInput label="Sender name" placeholder="Maria of Example" {...form.getInputProps('from_name')} />
        <TextInput
          label="Replies to"
          type="email"
          placeholder="The address"
          {...form.getInputProps('reply_to')}
        />
      </SimpleGrid>
      <Textarea
        label="Signature"
        description="For templates as {{ sender.signature }}, and below answers."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('signature')}
      />
      {hasServers && (
        <>
          <Title order={2}>Sending (SMTP)</Title>
          <ServerFields form={form} server="smtp" />
          <PasswordInput
            label="Password"
            description={kept}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Title order={2}>Replies (IMAP)</Title>
          <Switch
            label="Read replies and bounces"
            {...form.getInputProps('has_imap', { type: 'checkbox' })}
          />
          {form.values.has_imap && (
            <>
              <ServerFields form={form} server="imap" />
              <PasswordInput
                label="IMAP password"
                description="Without one it is the password of SMTP."
                autoComplete="new-password"
                {...form.getInputProps('imap_password')}
              />
            </>
          )}
        </>
      )}
      <LimitFields form={form} />
    </>
  );
}

interface ServerFieldsProps {
  readonly form: UseFormReturnType<AccountValues>;
  readonly server: 'smtp' | 'imap';
}

const SECURITIES = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'TLS' },
  { value: 'none', label: 'None' },
];
const PORTS = {
  smtp: { starttls: '587', tls: '465', none: '25' },
  imap: { starttls: '143', tls: '993', none: '143' },
} as const;
const PORT_MAX = 65_535;

/** Host, security, port and user name of a mail server. */
function ServerFields({ form, server }: ServerFieldsProps): ReactNode {
  const { security } = form.values[server];
  const name = server.toUpperCase();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput
        label={`${name} host`}
        placeholder={`${server}.example.com`}
        required
        {...form.getInputProps(`${server}.host`)}
      />
      <Select
        label={`${name} security`}
        allowDeselect={false}
        data={SECURITIES}
        {...form.getInputProps(`${server}.security`)}
      />
      <NumberInput
        label={`${name} port`}
        placeholder={PORTS[server][security]}
        min={1}
        max={PORT_MAX}
        allowDecimal={false}
        thousandSeparator={false}
        {...form.getInputProps(`${server}.port`)}
      />
      <TextInput
        label={`${name} user name`}
        placeholder="The address"
        autoComplete="off"
        {...form.getInputProps(`${server}.username`)}
      />
    </SimpleGrid>
  );
}

const NUMBER = { min: 0, allowDecimal: false };
const ZONES = Intl.supportedValuesOf('timeZone');

/** Limits, warm-up, time zone and tracking domain. */
function LimitFields({ form }: { readonly form: UseFormReturnType<AccountValues> }): ReactNode {
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
