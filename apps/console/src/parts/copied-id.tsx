import { Button, CopyButton, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** An id, with a button that copies it. */
export function CopiedId({ id }: { readonly id: string }): ReactNode {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex" maw="100%">
      <Text span size="sm" ff="monospace" truncate>
        {id}
      </Text>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            style={{ flexShrink: 0 }}
            onClick={copy}
            aria-label={`Copy ${id}`}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
