import { MultiSelect, Select, type MultiSelectProps, type SelectProps } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useFoundOptions, useOptions, type OptionSource } from '../data/options.ts';

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

const PAUSE_MS = 250;

type SearchMenu = Pick<
  SelectProps,
  | 'searchable'
  | 'clearable'
  | 'data'
  | 'filter'
  | 'searchValue'
  | 'onSearchChange'
  | 'onDropdownOpen'
  | 'onDropdownClose'
  | 'nothingFoundMessage'
>;

/** A menu of records that the API searches, so that every record can be chosen. `value` has the ids of the chosen ones. */
function useSearchMenu(source: OptionSource, value: readonly string[]): SearchMenu {
  const [text, setText] = useState('');
  const [isOpen, menu] = useDisclosure();
  const [search] = useDebouncedValue(text, PAUSE_MS);
  const chosen = useOptions(source, value);
  // A chosen record writes its name into the field, which is no search.
  const isName = chosen.some(({ label }) => label === search);
  const found = useFoundOptions(source, { search: isName ? '' : search, isOpen });
  return {
    searchable: true,
    clearable: true,
    data: [...chosen, ...found.filter((option) => !value.includes(option.value))],
    filter: ({ options }) => options,
    searchValue: text,
    onSearchChange: setText,
    onDropdownOpen: menu.open,
    onDropdownClose: menu.close,
    nothingFoundMessage: 'Nothing matches',
  };
}
