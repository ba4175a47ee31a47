import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SmallCopy } from './copy.tsx';

/** An id, with a button that copies it. */
export function CopiedId({ id }: { readonly id: string }): ReactNode {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex" maw="100%">
      <Text span size="sm" ff="monospace" truncate>
        {id}
      </Text>
      <SmallCopy text={id} name={`Copy ${id}`} />
    </Group>
  );
}
