import type { Sequence } from './sequence.ts';

/** Sequences of the current call's workspace. */
export interface SequenceStore {
  findById(id: string): Promise<Sequence | undefined>;
}
