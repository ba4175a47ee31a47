import { Button, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSuppress, type SuppressionCreate } from '../../data/suppressions.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { formatWord } from '../../parts/format.ts';
import { useDraftForm } from '../../parts/use-draft-form.ts';

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
  const suppress = useSuppress();
  const { form, key, showError, discard } = useDraftForm<Values>({
    name: 'suppression',
    initialValues: { value: '', reason: 'do_not_contact' },
    validate: { value: (value) => (value.trim() === '' ? 'Enter an address or a domain.' : null) },
  });
  const close = (): void => {
    discard();
    onClose();
  };
  const submit = form.onSubmit((values) => {
    const body = bodyOf(values);
    suppress.mutate({ body, idempotencyKey: key }, { onSuccess: close, onError: showError });
  });
  return (
    <FormDialog title="Suppress address" onClose={close} onSubmit={submit} error={suppress.error}>
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
      <FormButtons
        request={() => ({ method: 'post', path: '/api/v1/suppressions/', body: bodyOf(form.getValues()) })}
      >
        <Button type="submit" loading={suppress.isPending}>
          Suppress address
        </Button>
      </FormButtons>
    </FormDialog>
  );
}
