import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useUpdateSequence, type Sequence } from '../../data/sequences.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { Failure } from '../../parts/failure.tsx';

export interface RenameSequenceProps {
  readonly sequence: Sequence;
  readonly onClose: () => void;
}

/** Changes the name of a sequence. */
export function RenameSequence({ sequence, onClose }: RenameSequenceProps): ReactNode {
  const [name, setName] = useState(sequence.name);
  const update = useUpdateSequence(sequence.id);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Rename sequence"
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          update.mutate({ name: name.trim() }, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          {update.error !== null && <Failure error={update.error} />}
          <TextInput
            label="Name"
            data-autofocus
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormButtons
            request={() => ({
              method: 'patch',
              path: '/api/v1/sequences/{sequence_id}/',
              params: { sequence_id: sequence.id },
              body: { name: name.trim() },
            })}
          >
            <Button type="submit" loading={update.isPending} disabled={name.trim() === ''}>
              Rename sequence
            </Button>
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
