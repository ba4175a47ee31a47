import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copy } from '../../parts/copy.tsx';
import { saveFile } from '../../parts/save-file.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The recovery codes of a new second factor, which no later answer contains. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps): ReactNode {
  const text = codes.join('\n');
  return (
    <Stack gap="md">
      <Alert color="gray" variant="outline" role="status">
        The second factor is on.
      </Alert>
      <Text>
        Each recovery code replaces a code of the app once. Keep them in a safe place now: they are not shown
        again.
      </Text>
      <Code block tabIndex={0} aria-label="Recovery codes">
        {text}
      </Code>
      <Group justify="flex-end">
        <Copy text={text} label="Copy codes" />
        <Button
          variant="default"
          onClick={() =>
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'outreach-recovery-codes.txt')
          }
        >
          Download codes
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
