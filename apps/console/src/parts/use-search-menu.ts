import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import type { SelectProps } from '@mantine/core';
import { useState } from 'react';
import { useFoundOptions, useOptions, type OptionSource } from '../data/options.ts';

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
export function useSearchMenu(source: OptionSource, value: readonly string[]): SearchMenu {
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
