import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OptionSource } from '../data/options.ts';
import { useSearchMenu } from './use-search-menu.ts';

export interface SearchSelectProps {
  readonly label: string;
  /** What the menu shows without a choice. */
  readonly placeholder: string;
  readonly source: OptionSource;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A menu of records of which one can be chosen. */
export function SearchSelect({ label, placeholder, source, value, onChange }: SearchSelectProps): ReactNode {
  const menu = useSearchMenu(source, value === undefined ? [] : [value]);
  return (
    <Select
      {...menu}
      label={label}
      placeholder={placeholder}
      size="xs"
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
