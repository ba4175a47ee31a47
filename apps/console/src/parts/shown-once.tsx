import { Button, Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copy } from './copy.tsx';

interface ShownOnceProps {
  /** What the secret is: `key`. */
  readonly noun: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that no later answer contains. */
export function ShownOnce({ noun, secret, onClose }: ShownOnceProps): ReactNode {
  return (
    <Stack gap="md">
      <Text>Copy the {noun} now. It is not shown again.</Text>
      <Code block tabIndex={0}>
        {secret}
      </Code>
      <Group justify="flex-end">
        <Copy text={secret} label={`Copy ${noun}`} />
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}
