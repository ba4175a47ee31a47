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
      {[...values, undefined].map((one) => (
        <ChoiceButton
          key={String(one)}
          text={one === undefined ? 'All' : formatWord(one)}
          isSelected={one === value}
          onClick={() => onChange(one)}
        />
      ))}
    </Group>
  );
}

interface ChoiceButtonProps {
  readonly isSelected: boolean;
  readonly text: string;
  readonly onClick: () => void;
}

/** One of several buttons, of which one is selected. */
export function ChoiceButton({ isSelected, text, onClick }: ChoiceButtonProps): ReactNode {
  return (
    <Button
      size="compact-sm"
      variant={isSelected ? 'filled' : 'default'}
      aria-pressed={isSelected}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
