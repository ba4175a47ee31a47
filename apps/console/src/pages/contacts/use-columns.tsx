import { Button, Menu } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Contact } from '../../data/contacts.ts';
import type { Column } from '../../parts/data-list.tsx';
import { CONTACT_COLUMNS, DEFAULT_HEADERS } from './contact-columns.tsx';

/** The columns that a person has chosen, kept in this browser, and the menu that chooses them. */
export function useColumns(): readonly [columns: readonly Column<Contact>[], menu: ReactNode] {
  const [headers, setHeaders] = useLocalStorage<readonly string[]>({
    key: 'contact-columns',
    defaultValue: DEFAULT_HEADERS,
    getInitialValueInEffect: false,
  });
  const [address, ...choices] = CONTACT_COLUMNS;
  const shown = choices.filter(({ header }) => headers.includes(header));
  const toggle = (header: string): void =>
    setHeaders(headers.includes(header) ? headers.filter((one) => one !== header) : [...headers, header]);
  const menu = (
    <Menu position="bottom-end" width={180} shadow="md">
      <Menu.Target>
        <Button variant="default" visibleFrom="xs">
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ header }) => (
          <Menu.CheckboxItem key={header} checked={headers.includes(header)} onChange={() => toggle(header)}>
            {header}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
  return [address === undefined ? shown : [address, ...shown], menu];
}
