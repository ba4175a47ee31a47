import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Empty } from './empty.tsx';

interface NothingMatchesProps {
  readonly text: string;
  readonly onClear: () => void;
}

/** The place of a list whose filters match nothing. */
export function NothingMatches({ text, onClear }: NothingMatchesProps): ReactNode {
  return (
    <Empty
      text={text}
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}
