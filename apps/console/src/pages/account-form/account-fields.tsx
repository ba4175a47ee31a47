import { PasswordInput, SimpleGrid, Switch, Textarea, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { DraftFormOptions } from '../../parts/use-draft-form.ts';
import type { AccountValues } from './account-values.ts';
import { LimitFields } from './limit-fields.tsx';
import { ServerFields } from './server-fields.tsx';

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
