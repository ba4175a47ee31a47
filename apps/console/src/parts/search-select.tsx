import { MultiSelect, Select, type MultiSelectProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OptionSource } from '../data/options.ts';
import { useSearchMenu } from './use-search-menu.ts';

interface SearchSelectProps {
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

interface SearchMultiSelectProps extends Pick<MultiSelectProps, 'label' | 'description' | 'error'> {
  readonly source: OptionSource;
  readonly value?: string[];
  readonly onChange?: (value: string[]) => void;
}

/** A menu of records of which several can be chosen. */
export function SearchMultiSelect({ source, value = [], ...props }: SearchMultiSelectProps): ReactNode {
  const menu = useSearchMenu(source, value);
  return <MultiSelect {...props} {...menu} value={value} />;
}
