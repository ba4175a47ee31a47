import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSequence } from '../../data/sequences.ts';
import { NotLoaded } from '../../parts/not-loaded.tsx';
import { SequenceEditor } from './sequence-editor.tsx';

const route = getRouteApi('/sequences/$sequenceId');

/** One sequence: its steps, the text of one of them, and that text as a contact receives it. */
export function SequencePage(): ReactNode {
  const { sequenceId } = route.useParams();
  const sequence = useSequence(sequenceId);
  if (sequence.data === undefined) return <NotLoaded query={sequence} lines={12} />;
  return <SequenceEditor key={sequenceId} sequence={sequence.data} />;
}
