import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface FactsProps {
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
