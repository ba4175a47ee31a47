import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createCpuShares, createTemplateCache } from '../templates/index.ts';
import type {
  AccountReader,
  ContactReader,
  SequenceReader,
  SequenceUsage,
  SuppressionCheck,
  TestMailer,
} from './ports.ts';
import { createSequenceStore } from './sequence.store.ts';
import { sequenceMethods, type SequenceMethods } from './sequences.rpc.ts';

export { findTemplateErrors } from './find-template-errors.ts';
export { chooseVariant } from './choose-variant.ts';
export { toTemplateData } from './merge-data.ts';
export type { MergeInput } from './merge-data.ts';
export type {
  ContactReader,
  MergeData,
  SequenceReader,
  SequenceReader as SequenceStore,
  SequenceUsage,
  SuppressionCheck,
} from './ports.ts';
export { renderStep, StepTemplateError } from './render-step.ts';
export { delayMsOf } from './sequence.ts';
export type { Sequence, SequenceContent, Step } from './sequence.ts';

export interface Sequences extends Feature<SequenceMethods> {
  readonly store: SequenceReader;
}

export interface SequencesNeeds {
  readonly campaigns: SequenceUsage;
  readonly contacts: ContactReader;
  readonly accounts: AccountReader;
  readonly mailer: TestMailer;
  readonly suppressions: SuppressionCheck;
}

/** Sequences of steps, their templates, and previews of their emails. */
export function createSequences(
  { mongo, cursors, clock, ids: newId }: Pick<ServiceBase, 'mongo' | 'cursors' | 'clock' | 'ids'>,
  needs: SequencesNeeds,
): Sequences {
  const sequences = createSequenceStore(mongo.connection, cursors);
  const templates = createTemplateCache();
  return {
    name: 'sequences',
    store: sequences,
    methods: sequenceMethods({ ...needs, sequences, templates, cpu: createCpuShares(), clock, newId }),
  };
}
