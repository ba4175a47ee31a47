import { Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';

const PAUSE_MS = 250;

export interface SearchBoxProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** True if the box is as wide as its column. */
  readonly isWide?: boolean;
}

/** A search whose text is part of the address of the view. The key `/` focuses it, Enter searches at once. */
export function SearchBox({ label, value, onChange, isWide = false }: SearchBoxProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const change = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), PAUSE_MS);
  // The text is the input's own, so that typing does not wait for the address. Cleared filters clear it.
  useEffect(() => {
    const element = input.current;
    if (element !== null && value === undefined && element !== document.activeElement) element.value = '';
  }, [value]);
  useHotkeys([['/', () => input.current?.focus()]]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      size="xs"
      w={isWide ? '100%' : { base: '100%', xs: 240 }}
      defaultValue={value ?? ''}
      rightSection={<Kbd size="xs">/</Kbd>}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') change.flush();
      }}
    />
  );
}
