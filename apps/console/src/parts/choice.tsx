import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatWord } from './format.ts';

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

/** Filters of one click: each value, and all. */
export function Choice<Value extends string>(props: ChoiceProps<Value>): ReactNode {
  const { label, values, value, onChange } = props;
  return (
    <Group gap={4} role="group" aria-label={label}>
      {values.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          variant={one === value ? 'filled' : 'default'}
          aria-pressed={one === value}
          onClick={() => onChange(one)}
        >
          {formatWord(one)}
        </Button>
      ))}
      <Button
        size="compact-sm"
        variant={value === undefined ? 'filled' : 'default'}
        aria-pressed={value === undefined}
        onClick={() => onChange(undefined)}
      >
        All
      </Button>
    </Group>
  );
}
