import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Contact } from '../../data/contacts.ts';
import { PageLink } from '../../parts/link.tsx';

/** Contacts with their names. */
export function ContactLines({ contacts }: { readonly contacts: readonly Contact[] }): ReactNode {
  return (
    <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      {contacts.map(({ id, email, full_name }) => (
        <li key={id}>
          <PageLink to="/contacts/$contactId" params={{ contactId: id }}>
            {email}
          </PageLink>
          {full_name !== null && (
            <Text span c="dimmed" ml="sm">
              {full_name}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
