import { Group, Kbd, Modal, Stack, Text, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { PAGES, useAllowed } from './navigation.ts';

const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['⌘K or Ctrl K', 'Search pages, contacts and campaigns'],
  ['/', 'Search in the list'],
  ['j k', 'Next and previous row'],
  ['x', 'Select the row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Leave a dialog'],
  ['r', 'Inbox: answer'],
  ['⌘Enter', 'Inbox: send the answer'],
  ['e', 'Inbox: close or open the thread'],
  ['u', 'Inbox: mark as unread'],
  ['i', 'Inbox: choose the intent'],
  ['?', 'Show these keys'],
];

/** The list of all keys. */
export function KeyHelp({ opened, onClose }: Pick<ModalProps, 'opened' | 'onClose'>): ReactNode {
  const pages = useAllowed(PAGES).map(({ key, label }) => [`g ${key}`, label] as const);
  return (
    <Modal opened={opened} onClose={onClose} title="Keys">
      <Stack gap={6}>
        {[...KEYS, ...pages].map(([keys, effect]) => (
          <Group key={keys} justify="space-between" wrap="nowrap">
            <Text>{effect}</Text>
            <Kbd>{keys}</Kbd>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
