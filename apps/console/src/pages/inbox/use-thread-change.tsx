import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useThreadUpdate, type Conversation, type ThreadChange } from '../../data/inbox.ts';
import { describeChange, previousOf } from './thread-change.ts';

const SHOWN_MS = 8_000;

/** Changes a thread at once, and offers to undo it. A later change of the thread takes its place. */
export function useThreadChange(thread: Conversation): (change: ThreadChange) => void {
  const { mutate } = useThreadUpdate(thread.id);
  const id = `thread-${thread.id}`;
  const show = (message: ReactNode, color?: string): void => {
    notifications.hide(id);
    notifications.show({
      id,
      message,
      autoClose: SHOWN_MS,
      closeButtonProps: { 'aria-label': 'Close' },
      ...(color === undefined ? {} : { color }),
    });
  };
  const onError = ({ message }: Error): void => show(message, 'red');
  return (change) => {
    const before = previousOf(thread, change);
    const undo = (): void => {
      notifications.hide(id);
      mutate(before, { onError });
    };
    mutate(change, { onError });
    show(
      <Group justify="space-between" wrap="nowrap">
        <Text span inherit>
          {describeChange(change)}
        </Text>
        <Button variant="default" size="compact-sm" onClick={undo}>
          Undo
        </Button>
      </Group>,
    );
  };
}
