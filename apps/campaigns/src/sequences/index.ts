import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { SequenceStore } from './ports.ts';
import { createSequenceStore } from './sequence.store.ts';

export type { SequenceStore } from './ports.ts';
export type { Sequence } from './sequence.ts';

export interface Sequences extends Feature {
  readonly store: SequenceStore;
}

/** Sequences of steps. */
export function createSequences({ mongo }: Pick<ServiceBase, 'mongo'>): Sequences {
  return { name: 'sequences', store: createSequenceStore(mongo.connection) };
}
