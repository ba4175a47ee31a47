import { Button, Menu, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import {
  useCloneSequence,
  useDeleteSequence,
  useUpdateSequence,
  type Sequence,
} from '../../data/sequences.ts';
import { Confirm, RequestDialog } from '../../parts/dialogs.tsx';
import { formatCount } from '../../parts/format.ts';
import { randomKey } from '../../parts/random-key.ts';
import { showFailure } from '../../parts/show-failure.ts';

/** Rename, activate or archive, clone and delete. */
export function SequenceMenu({ sequence }: { readonly sequence: Sequence }): ReactNode {
  const { id, name, status, steps } = sequence;
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'rename' | 'delete'>();
  const update = useUpdateSequence(id);
  const clone = useCloneSequence(id);
  const remove = useDeleteSequence(id);
  const onError = showFailure(name);
  const next = status === 'active' ? 'archived' : 'active';
  const open = (sequenceId: string): void =>
    void navigate({ to: '/sequences/$sequenceId', params: { sequenceId } });
  return (
    <>
      <Menu position="bottom-end" width={200} shadow="md">
        <Menu.Target>
          <Button variant="default" loading={update.isPending || clone.isPending}>
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsked('rename')}>Rename sequence</Menu.Item>
          <Menu.Item onClick={() => update.mutate({ status: next }, { onError })}>
            {next === 'active' ? 'Activate sequence' : 'Archive sequence'}
          </Menu.Item>
          <Menu.Item
            onClick={() => clone.mutate(randomKey(), { onError, onSuccess: (copy) => open(copy.id) })}
          >
            Clone sequence
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item c="error" onClick={() => setAsked('delete')}>
            Delete sequence
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'rename' && <RenameSequence sequence={sequence} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && (
        <Confirm
          onClose={() => setAsked(undefined)}
          action="Delete sequence"
          effect={`${name} is deleted with ${formatCount(steps.length, 'step')}. This cannot be undone.`}
          change={remove}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/sequences' }) })}
        />
      )}
    </>
  );
}

interface RenameSequenceProps {
  readonly sequence: Sequence;
  readonly onClose: () => void;
}

/** Changes the name of a sequence. */
function RenameSequence({ sequence, onClose }: RenameSequenceProps): ReactNode {
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
