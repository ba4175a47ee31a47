import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { AccountValues } from './account-values.ts';

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
export function ServerFields({ form, server }: ServerFieldsProps): ReactNode {
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
