import { Box } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSequence } from '../../data/sequences.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { SequenceEditor } from './sequence-editor.tsx';

const route = getRouteApi('/sequences/$sequenceId');

/** One sequence: its steps, the text of one of them, and that text as a contact receives it. */
export function SequencePage(): ReactNode {
  const { sequenceId } = route.useParams();
  const sequence = useSequence(sequenceId);
  if (sequence.isPending) return <Loading lines={12} />;
  if (sequence.isLoadingError)
    return (
      <Box p="md">
        <Failure error={sequence.error} retry={() => void sequence.refetch()} />
      </Box>
    );
  return <SequenceEditor key={sequenceId} sequence={sequence.data} />;
}
