import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

export interface ConfirmProps {
  readonly onClose: () => void;
  /** A verb with its object: `Archive campaign`. */
  readonly action: string;
  /** The effect, with counts. */
  readonly effect: string;
  readonly onConfirm: () => void;
  /** The change that `onConfirm` starts. */
  readonly change: Pick<UseMutationResult, 'isPending' | 'error' | 'reset'>;
  readonly isDangerous?: boolean;
}

/** Asks before an action, and shows its progress and its failure, which the next question does not show. */
export function Confirm(props: ConfirmProps): ReactNode {
  const { onClose, action, effect, onConfirm, change, isDangerous = false } = props;
  const close = (): void => {
    if (!change.isPending) change.reset();
    onClose();
  };
  return (
    <Dialog onClose={close} title={action}>
      <Stack gap="md">
        <Text>{effect}</Text>
        {change.error !== null && <Failure error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            {...(isDangerous ? { color: 'red.8' } : {})}
            loading={change.isPending}
            onClick={onConfirm}
            data-autofocus
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
