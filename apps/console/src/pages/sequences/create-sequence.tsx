import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useCreateSequence } from '../../data/sequences.ts';
import { Failure } from '../../parts/failure.tsx';
import { randomKey } from '../../parts/random-key.ts';

export interface CreateSequenceProps {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** Asks for the name of a new sequence; its steps are written on its page. */
export function CreateSequence({ onClose, onCreated }: CreateSequenceProps): ReactNode {
  const [name, setName, removeName] = useSessionStorage({ key: 'new-sequence', defaultValue: '' });
  const [idempotencyKey] = useState(randomKey);
  const create = useCreateSequence();
  const submit = (): void => {
    if (name.trim() === '' || create.isPending) return;
    const onSuccess = ({ id }: { readonly id: string }): void => {
      removeName();
      onCreated(id);
    };
    create.mutate({ name: name.trim(), idempotencyKey }, { onSuccess });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="New sequence"
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          {create.error !== null && <Failure error={create.error} />}
          <TextInput
            label="Name"
            data-autofocus
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              Create sequence
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
