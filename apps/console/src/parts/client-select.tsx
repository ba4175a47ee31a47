import { Select, type SelectProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useClientChoice } from '../data/clients.ts';
import { useWorkspace } from '../data/workspace.ts';

export interface ClientSelectProps extends Pick<SelectProps, 'label' | 'size' | 'w'> {
  /** What the menu shows without a choice. */
  readonly placeholder: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** The clients of the agency. A workspace without an agency has none, and no menu. */
export function ClientSelect(props: ClientSelectProps): ReactNode {
  const { data: workspace } = useWorkspace();
  return typeof workspace?.agency_id === 'string' ? <Menu {...props} /> : null;
}

function Menu({ value, onChange, ...look }: ClientSelectProps): ReactNode {
  const clients = useClientChoice();
  return (
    <Select
      {...look}
      {...(look.label === undefined ? { 'aria-label': 'Client' } : {})}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear client' }}
      nothingFoundMessage="No client matches."
      data={(clients.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
