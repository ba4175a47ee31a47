import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useUpdateSequence, type Sequence } from '../../data/sequences.ts';
import { RequestDialog } from '../../parts/form-dialog.tsx';

export interface RenameSequenceProps {
  readonly sequence: Sequence;
  readonly onClose: () => void;
}

/** Changes the name of a sequence. */
export function RenameSequence({ sequence, onClose }: RenameSequenceProps): ReactNode {
  const [name, setName] = useState(sequence.name);
  const update = useUpdateSequence(sequence.id);
  const body = { name: name.trim() };
  return (
    <RequestDialog
      title="Rename sequence"
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate(body, { onSuccess: onClose });
      }}
      error={update.error}
      request={() => ({
        method: 'patch',
        path: '/api/v1/sequences/{sequence_id}/',
        params: { sequence_id: sequence.id },
        body,
      })}
      isRunning={update.isPending}
      isIncomplete={body.name === ''}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </RequestDialog>
  );
}
