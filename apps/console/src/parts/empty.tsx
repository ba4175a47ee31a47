import { Button, Center, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One sentence and one action. */
export function Empty({ text, action }: { readonly text: string; readonly action?: ReactNode }): ReactNode {
  return (
    <Center p="xl">
      <Stack align="center" gap="sm">
        <Text c="dimmed" ta="center">
          {text}
        </Text>
        {action}
      </Stack>
    </Center>
  );
}

export interface EmptyListProps {
  /** The sentence in place of a list without items. */
  readonly empty: string;
  /** What begins the list. */
  readonly action?: ReactNode;
  /** The sentence if the filters match nothing; not a text without filters. */
  readonly noMatch?: string | false;
  readonly onClear?: () => void;
}

/** The place of a list without items, or whose filters match nothing. */
export function EmptyList({ empty, action, noMatch = false, onClear }: EmptyListProps): ReactNode {
  if (noMatch === false) return <Empty text={empty} action={action} />;
  const clear = (
    <Button variant="default" onClick={onClear}>
      Clear filters
    </Button>
  );
  return <Empty text={noMatch} action={clear} />;
}
