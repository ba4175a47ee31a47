import { Box, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ApiButton, type ApiButtonProps } from './api-button.tsx';

export interface PageProps {
  readonly title: string;
  /** Beside the title: the state of the object. */
  readonly status?: ReactNode;
  /** The request of the list or the form of the page, which the button `API` shows. */
  readonly api?: ApiButtonProps['request'];
  /** One primary action, others before it. */
  readonly actions?: ReactNode;
  /** One row of filters. */
  readonly filters?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page: title and actions, one row of filters, content that scrolls. */
export function Page({ title, status, api, actions, filters, children }: PageProps): ReactNode {
  useDocumentTitle(`${title} · Outreach`);
  return (
    <Stack gap={0} h="100%">
      <Group justify="space-between" px="md" py="xs" gap="xs" mih={52}>
        <Group gap="sm" miw={0}>
          <Title order={1}>{title}</Title>
          {status}
        </Group>
        <Group gap="xs">
          {api !== undefined && <ApiButton request={api} />}
          {actions}
        </Group>
      </Group>
      {filters !== undefined && (
        <Group px="md" pb="xs" gap="xs">
          {filters}
        </Group>
      )}
      <Box flex={1} mih={0} style={{ overflow: 'auto' }}>
        {children}
      </Box>
    </Stack>
  );
}

interface SectionProps {
  readonly title: string;
  /** Names the section for screen readers, if it is not the title. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A part of a page below its own heading. */
export function Section({ title, label = title, children }: SectionProps): ReactNode {
  return (
    <section aria-label={label}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

interface FactsProps {
  /** A name and its value; empty values are left out. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names and values of an object. */
export function Facts({ facts }: FactsProps): ReactNode {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" m={0}>
      {known.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
