import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface RowButtonProps extends Pick<ButtonProps, 'disabled' | 'loading'> {
  readonly verb: string;
  /** What the row is about, for screen readers. */
  readonly object: string;
  readonly onClick: () => void;
}

/** An action in a row of a list. */
export function RowButton({ verb, object, ...props }: RowButtonProps): ReactNode {
  return (
    <Button variant="default" size="compact-xs" aria-label={`${verb} ${object}`} {...props}>
      {verb}
    </Button>
  );
}
