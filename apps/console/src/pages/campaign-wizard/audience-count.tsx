import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAudienceCounts, type Audience } from '../../data/audience.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { AudienceTable } from './audience-table.tsx';

/** The contacts of a filter that is not saved. */
export function AudienceCount({ audience }: { readonly audience: Audience }): ReactNode {
  const counts = useAudienceCounts(audience);
  if (counts.data === undefined) return <NotLoaded query={counts} lines={3} height={34} />;
  const { matching, invalid, risky, isEstimated } = counts.data;
  const rows = [
    ['Match the filter', matching],
    ['Out: invalid address', -invalid],
    ['Out: risky or catch-all address', -risky],
    ['In', matching - invalid - risky],
  ] as const;
  return (
    <AudienceTable rows={rows} isEstimated={isEstimated}>
      <Text size="sm" c="dimmed" mt={4}>
        The review also leaves out suppressed addresses.
      </Text>
    </AudienceTable>
  );
}
