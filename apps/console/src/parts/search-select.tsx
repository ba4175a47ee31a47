import { Select } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useFoundOptions, useOption, type OptionSource } from '../data/options.ts';

const PAUSE_MS = 250;

export interface SearchSelectProps {
  readonly label: string;
  /** What the menu shows without a choice. */
  readonly placeholder: string;
  readonly source: OptionSource;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A menu of records that the API searches, so that every record can be chosen. */
export function SearchSelect({ label, placeholder, source, value, onChange }: SearchSelectProps): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, menu] = useDisclosure();
  const [search] = useDebouncedValue(text, PAUSE_MS);
  const chosen = useOption(source, value);
  // A chosen record writes its name into the field, which is no search.
  const found = useFoundOptions(source, { search: search === chosen?.label ? '' : search, isOpen });
  const others = found.filter((option) => option.value !== chosen?.value);
  return (
    <Select
      label={label}
      placeholder={placeholder}
      size="xs"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      data={chosen === undefined ? others : [chosen, ...others]}
      filter={({ options }) => options}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={menu.open}
      onDropdownClose={menu.close}
      nothingFoundMessage="Nothing matches"
    />
  );
}
