import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCreateSequence } from '../../data/sequences.ts';
import { RequestDialog } from '../../parts/form-dialog.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';

export interface CreateSequenceProps {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** Asks for the name of a new sequence; its steps are written on its page. */
export function CreateSequence({ onClose, onCreated }: CreateSequenceProps): ReactNode {
  const { form, dialog } = useCreateForm({
    name: 'sequence',
    initialValues: { name: '' },
    creation: useCreateSequence(),
    path: '/api/v1/sequences/',
    bodyOf: ({ name }) => ({ name: name.trim() }),
    onClose,
    onCreated: ({ id }) => onCreated(id),
  });
  return (
    <RequestDialog
      title="New sequence"
      action="Create sequence"
      isIncomplete={form.values.name.trim() === ''}
      {...dialog}
    >
      <TextInput label="Name" data-autofocus maxLength={200} {...form.getInputProps('name')} />
    </RequestDialog>
  );
}
