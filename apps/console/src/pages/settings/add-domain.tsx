import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCreateTrackingDomain } from '../../data/tracking-domains.ts';
import { RequestDialog } from '../../parts/form-dialog.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';

/** Adds a domain; its DNS record is shown after it. */
export function AddDomain({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { form, dialog } = useCreateForm({
    name: 'tracking-domain',
    initialValues: { domain: '' },
    validate: { domain: (value) => (value.trim() === '' ? 'Enter a domain.' : null) },
    creation: useCreateTrackingDomain(),
    path: '/api/v1/tracking-domains/',
    bodyOf: ({ domain }) => ({ domain: domain.trim() }),
    onClose,
  });
  return (
    <RequestDialog title="Add tracking domain" {...dialog}>
      <TextInput
        label="Domain"
        description="A subdomain that is used for nothing else."
        placeholder="go.example.com"
        data-autofocus
        required
        {...form.getInputProps('domain')}
      />
    </RequestDialog>
  );
}
