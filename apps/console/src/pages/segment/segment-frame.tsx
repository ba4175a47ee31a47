import { SimpleGrid, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SegmentFrameProps {
  readonly contacts: ReactNode;
  readonly children: ReactNode;
}

/** The form of a segment, with its contacts beside it. */
export function SegmentFrame({ contacts, children }: SegmentFrameProps): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} p="md" pt="xs" spacing="xl">
      {children}
      <section aria-label="Contacts of the segment">
        <Stack gap="sm">
          <Title order={2}>Contacts</Title>
          {contacts}
        </Stack>
      </section>
    </SimpleGrid>
  );
}
