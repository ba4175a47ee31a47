import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSuppress, type SuppressionCreate } from '../../data/suppressions.ts';
import { RequestDialog } from '../../parts/dialogs.tsx';
import { formatWord } from '../../parts/format.ts';
import { useCreateForm } from '../../parts/use-create-form.ts';

const REASONS = ['manual', 'do_not_contact', 'unsubscribed', 'hard_bounce', 'spam_complaint'] as const;

interface Values {
  readonly value: string;
  readonly reason: (typeof REASONS)[number];
}

/** An address has an @; without one the text is a domain. */
function bodyOf({ value, reason }: Values): SuppressionCreate {
  return { type: value.includes('@') ? 'email' : 'domain', value: value.trim(), reason };
}

/** Suppresses an address, or a domain with its subdomains. */
export function AddSuppression({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { form, dialog } = useCreateForm<Values, SuppressionCreate>({
    name: 'suppression',
    initialValues: { value: '', reason: 'do_not_contact' },
    validate: { value: (value) => (value.trim() === '' ? 'Enter an address or a domain.' : null) },
    creation: useSuppress(),
    path: '/api/v1/suppressions/',
    bodyOf,
    onClose,
  });
  return (
    <RequestDialog title="Suppress address" {...dialog}>
      <TextInput
        label="Address or domain"
        description="A domain includes its subdomains."
        placeholder="maria@example.com or example.com"
        data-autofocus
        required
        {...form.getInputProps('value')}
      />
      <Select
        label="Reason"
        allowDeselect={false}
        data={REASONS.map((value) => ({ value, label: formatWord(value) }))}
        {...form.getInputProps('reason')}
      />
    </RequestDialog>
  );
}
