import { useSessionStorage } from '@mantine/hooks';
import type { Sequence } from '../../data/sequences.ts';
import { isChanged, toDraft, type SequenceDraft, type StepDraft } from './step-draft.ts';

export interface DraftState {
  readonly steps: readonly StepDraft[];
  readonly hasChanges: boolean;
  /** True if the sequence was saved elsewhere while the draft was written. */
  readonly isOutdated: boolean;
  readonly change: (steps: readonly StepDraft[]) => void;
  readonly discard: () => void;
}

/** The steps as they are typed. They survive an error, a reload and a lost session until they are saved or discarded. */
export function useDraft(sequence: Sequence): DraftState {
  const [stored, setStored, discard] = useSessionStorage<SequenceDraft | null>({
    key: `sequence-${sequence.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const draft = stored ?? toDraft(sequence);
  const hasChanges = isChanged(draft, sequence);
  return {
    steps: draft.steps,
    hasChanges,
    isOutdated: hasChanges && draft.version !== sequence.version,
    change: (steps) => setStored({ version: draft.version, steps }),
    discard,
  };
}
