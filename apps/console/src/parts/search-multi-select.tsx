import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useFoundOptions, useOptions, type OptionSource } from '../data/options.ts';

const PAUSE_MS = 250;

export interface SearchMultiSelectProps extends Pick<MultiSelectProps, 'label' | 'description' | 'error'> {
  readonly source: OptionSource;
  readonly value?: string[];
  readonly onChange?: (value: string[]) => void;
}

/** A menu of records that the API searches, of which several can be chosen. */
export function SearchMultiSelect({ source, value = [], ...props }: SearchMultiSelectProps): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, menu] = useDisclosure();
  const [search] = useDebouncedValue(text, PAUSE_MS);
  const chosen = useOptions(source, value);
  const found = useFoundOptions(source, { search, isOpen });
  return (
    <MultiSelect
      {...props}
      searchable
      clearable
      data={[...chosen, ...found.filter((option) => !value.includes(option.value))]}
      filter={({ options }) => options}
      value={value}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={menu.open}
      onDropdownClose={menu.close}
      nothingFoundMessage="Nothing matches"
    />
  );
}
