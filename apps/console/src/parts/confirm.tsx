import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Failure } from './failure.tsx';

export interface ConfirmProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** A verb with its object: `Archive campaign`. */
  readonly action: string;
  /** The effect, with counts. */
  readonly effect: string;
  readonly onConfirm: () => void;
  readonly isRunning: boolean;
  readonly error: Error | null;
  readonly isDangerous?: boolean;
  /** A word that must be typed before an effect that cannot be undone. */
  readonly word?: string;
}

/** Asks before an action, and shows its progress and its failure. */
export function Confirm(props: ConfirmProps): ReactNode {
  const { opened, onClose, action, effect, onConfirm, isRunning, error, word } = props;
  const [typed, setTyped] = useState('');
  return (
    <Modal opened={opened} onClose={onClose} title={action}>
      <Stack gap="md">
        <Text>{effect}</Text>
        {word !== undefined && (
          <TextInput
            label={`Type ${word} to continue`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {error !== null && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            {...(props.isDangerous === true ? { color: 'red.8' } : {})}
            loading={isRunning}
            disabled={word !== undefined && typed !== word}
            onClick={onConfirm}
            data-autofocus
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
