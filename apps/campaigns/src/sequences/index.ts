import type { ServiceBase } from '@outreach/app-kit';
import { createCpuShares, createTemplateCache } from '../templates/index.ts';
import type { StatsReader } from '../stats/index.ts';
import type { CampaignsFeature } from '../methods/index.ts';
import type { CampaignsOfSequence, PreviewPorts, SequenceReader, SequenceUsage } from './ports.ts';
import { evaluateWinnersJob } from './evaluate-winners.job.ts';
import { createSequenceStore } from './sequence.store.ts';
import { sequenceMethods } from './sequences.rpc.ts';
import { createVariantStats } from './variant-stats.ts';
import { createWinnerChecks } from './winner-checks.store.ts';

const MS_PER_SECOND = 1_000;

export { findTemplateErrors } from './find-template-errors.ts';
export { compareVariants } from './decide-winner.ts';
export { chooseVariant } from './choose-variant.ts';
export { toTemplateData } from './merge-data.ts';
export type { MergeInput } from './merge-data.ts';
export type {
  ContactReader,
  MergeData,
  SequenceReader,
  SequenceReader as SequenceStore,
  SuppressionCheck,
} from './ports.ts';
export { StepTemplateError, stepTemplates } from './render-step.ts';
export { delayMsOf } from './sequence.ts';
export type { Sequence, SequenceContent, Step } from './sequence.ts';

export interface Sequences extends CampaignsFeature {
  readonly store: SequenceReader;
}

interface SequencesNeeds extends Pick<PreviewPorts, 'contacts' | 'accounts' | 'mailer' | 'suppressions'> {
  readonly campaigns: SequenceUsage & CampaignsOfSequence;
  readonly counters: Pick<StatsReader, 'byVariant'>;
  readonly config: { readonly WINNER_INTERVAL_SECONDS: number };
}

/** Sequences of steps, their templates, and previews of their emails. */
export function createSequences(base: ServiceBase, { config, ...needs }: SequencesNeeds): Sequences {
  const { cursors, events, clock, ids } = base;
  const everyMs = config.WINNER_INTERVAL_SECONDS * MS_PER_SECOND;
  const winnerChecks = createWinnerChecks(base, everyMs);
  const sequences = createSequenceStore(base.mongo.connection, cursors);
  const ports = { ...needs, sequences, winnerChecks, events, clock, newId: ids };
  const rendering = { templates: createTemplateCache(), cpu: createCpuShares() };
  const stats = createVariantStats(needs.campaigns, needs.counters);
  return {
    name: 'sequences',
    store: sequences,
    methods: sequenceMethods({ ...ports, ...rendering }),
    jobs: [evaluateWinnersJob({ ...ports, stats, queue: winnerChecks.queue, everyMs, base })],
  };
}
