import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useContactChoices, type Contact } from '../data/contacts.ts';

const PAUSE_MS = 250;

export interface ContactChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (contactId: string) => void;
  /** The chosen contact, which a search does not have to find. */
  readonly chosen: Contact | undefined;
}

function toOption({ id, email, full_name }: Contact): { value: string; label: string } {
  return { value: id, label: full_name === null ? email : `${full_name} · ${email}` };
}

/** A contact of the workspace, by its name or address. */
export function ContactChoice({ label: name, value, onChange, chosen }: ContactChoiceProps): ReactNode {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const label = chosen === undefined ? '' : toOption(chosen).label;
  const found = useContactChoices(settled === label ? '' : settled);
  const others = (found.data ?? []).filter(({ id }) => id !== chosen?.id);
  return (
    <Select
      label={name}
      placeholder="Find a contact"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No contact matches."
      data={[...(chosen === undefined ? [] : [toOption(chosen)]), ...others.map(toOption)]}
      // The API has searched already: by the beginnings of words, also in fields that are not shown.
      filter={({ options }) => options}
      value={value ?? null}
      onSearchChange={setText}
      onChange={(id) => {
        if (id !== null) onChange(id);
      }}
    />
  );
}
