import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useMatching, type SegmentFilters } from '../../data/segments.ts';
import { formatCount } from '../../parts/format.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ContactLines } from './contact-lines.tsx';

const PAUSE_MS = 400;

/** How many contacts match the filters of the form, and the newest of them. */
export function MatchingContacts({ filters }: { readonly filters: SegmentFilters }): ReactNode {
  const [settled] = useDebouncedValue(filters, PAUSE_MS);
  const { data, error, isPlaceholderData } = useMatching(settled);
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return <Loading lines={6} />;
  const { examples, total, isEstimated } = data;
  const count = `${isEstimated ? 'About ' : ''}${formatCount(total, 'contact')}`;
  return (
    <>
      <Text role="status" {...(settled === filters && !isPlaceholderData ? { fw: 600 } : { c: 'dimmed' })}>
        {count} {total === 1 ? 'matches' : 'match'} now.
      </Text>
      <ContactLines contacts={examples} />
      {total > examples.length && <Text c="dimmed">These are the newest {examples.length}.</Text>}
    </>
  );
}
