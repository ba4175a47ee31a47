import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useCreateSequence } from '../../data/sequences.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useKeptKey } from '../../parts/use-kept-key.ts';

export interface CreateSequenceProps {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** Asks for the name of a new sequence; its steps are written on its page. */
export function CreateSequence({ onClose, onCreated }: CreateSequenceProps): ReactNode {
  const [name, setName, removeName] = useSessionStorage({ key: 'new-sequence', defaultValue: '' });
  const { key: idempotencyKey, renew, onError } = useKeptKey('new-sequence');
  const create = useCreateSequence();
  const submit = (): void => {
    if (name.trim() === '' || create.isPending) return;
    const onSuccess = ({ id }: { readonly id: string }): void => {
      removeName();
      renew();
      onCreated(id);
    };
    create.mutate({ name: name.trim(), idempotencyKey }, { onSuccess, onError });
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
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              renew();
            }}
          />
          <FormButtons
            request={() => ({ method: 'post', path: '/api/v1/sequences/', body: { name: name.trim() } })}
          >
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              Create sequence
            </Button>
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
