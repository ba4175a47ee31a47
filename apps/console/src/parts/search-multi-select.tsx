import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OptionSource } from '../data/options.ts';
import { useSearchMenu } from './use-search-menu.ts';

export interface SearchMultiSelectProps extends Pick<MultiSelectProps, 'label' | 'description' | 'error'> {
  readonly source: OptionSource;
  readonly value?: string[];
  readonly onChange?: (value: string[]) => void;
}

/** A menu of records of which several can be chosen. */
export function SearchMultiSelect({ source, value = [], ...props }: SearchMultiSelectProps): ReactNode {
  const menu = useSearchMenu(source, value);
  return <MultiSelect {...props} {...menu} value={value} />;
}
