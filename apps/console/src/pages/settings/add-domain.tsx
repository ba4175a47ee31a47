import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCreateTrackingDomain } from '../../data/tracking-domains.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';

/** Adds a domain; its DNS record is shown after it. */
export function AddDomain({ onClose }: { readonly onClose: () => void }): ReactNode {
  const create = useCreateTrackingDomain();
  const { form, key, showError, discard } = useDraftForm({
    name: 'tracking-domain',
    initialValues: { domain: '' },
    validate: { domain: (value) => (value.trim() === '' ? 'Enter a domain.' : null) },
  });
  const close = (): void => {
    discard();
    onClose();
  };
  const submit = form.onSubmit(({ domain }) => {
    const body = { domain: domain.trim() };
    create.mutate({ body, idempotencyKey: key }, { onSuccess: close, onError: showError });
  });
  return (
    <FormDialog title="Add tracking domain" onClose={close} onSubmit={submit} error={create.error}>
      <TextInput
        label="Domain"
        description="A subdomain that is used for nothing else."
        placeholder="go.example.com"
        data-autofocus
        required
        {...form.getInputProps('domain')}
      />
      <FormButtons
        request={() => ({ method: 'post', path: '/api/v1/tracking-domains/', body: form.getValues() })}
      >
        <Button type="submit" loading={create.isPending}>
          Add tracking domain
        </Button>
      </FormButtons>
    </FormDialog>
  );
}
