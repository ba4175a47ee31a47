import type { ContactRecord } from '@outreach/contracts-contacts';
import type { EventSink } from '@outreach/event-schema';
import type { CallContext, Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { AccountReader, TestMailer } from '../sending-accounts/index.ts';
import type { CpuShares, TemplateCache } from '../templates/index.ts';
import type { VariantCounts } from './decide-winner.ts';
import type { FallbackValues } from './merge-data.ts';
import type { Sequence, SequenceContent } from './sequence.ts';

/** What other features may do with the sequences of the current call's workspace. */
export interface SequenceReader {
  findById(id: string): Promise<Sequence | undefined>;
  /** The content at a version; undefined for an unused version that was replaced more than a week ago. */
  findVersion(id: string, version: number): Promise<SequenceContent | undefined>;
  /** Keeps the content of a version for good, also when the sequence is deleted: sends name it. */
  keepUsed(content: SequenceContent): Promise<void>;
  /** The current versions by id. */
  versionsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Part of a transaction: a concurrent deletion or change of the steps conflicts with it. Returns false if it does not
   * exist.
   */
  hold(id: string): Promise<boolean>;
}

/** Sequences of the current call's workspace. */
export interface SequenceStore extends SequenceReader {
  /** Newest first. Large sequences make a page shorter. @throws AppError invalid_argument on `cursor`. */
  list(page: PageRequest, search: string | undefined): Promise<PageOf<Sequence>>;
  insert(sequence: Sequence): Promise<void>;
  /** Replaces all fields. */
  save(sequence: Sequence): Promise<void>;
  /** Keeps the content of a replaced version for a week: a worker may be about to use it. */
  keepVersion(content: SequenceContent, replacedAt: Date): Promise<void>;
  /** Removes the sequence and its versions, except those that sends name. */
  remove(id: string): Promise<void>;
  /** The given names that sequences have. */
  usedNames(names: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The campaigns of a sequence: `open` ones are neither archived nor completed, `active` ones send. */
export interface SequenceUsage {
  openCampaignsOf(sequenceId: string): Promise<'none' | 'open' | 'active'>;
}

/** All campaigns of a sequence, archived ones too. */
export interface CampaignsOfSequence {
  idsOfSequence(sequenceId: string): Promise<readonly string[]>;
}

export interface VariantStats {
  /** The counters of the variants of a sequence over all of its campaigns, by step and variant. */
  ofSequence(sequenceId: string): Promise<(stepId: string, variantId: string) => VariantCounts | undefined>;
}

/** Sequences that are evaluated for an automatic decision. Every method is part of a transaction. */
export interface WinnerChecks {
  /** A sequence that is evaluated already keeps its time. */
  request(sequenceId: string): Promise<void>;
  remove(sequenceId: string): Promise<void>;
}

/** The data of contacts for templates. */
export interface MergeData {
  /** The contacts that exist and are not deleted. */
  readonly contacts: readonly ContactRecord[];
  readonly fallbackValues: FallbackValues;
}

export interface ContactReader {
  mergeDataOf(ctx: CallContext, contactIds: readonly string[]): Promise<MergeData>;
}

export interface SuppressionCheck {
  /** True if the address is suppressed in the workspace or globally. @throws AppError unavailable. */
  isSuppressed(ctx: CallContext, email: string): Promise<boolean>;
}

/** What the use cases of sequences need. */
export interface SequencePorts {
  readonly sequences: SequenceStore;
  readonly campaigns: SequenceUsage;
  readonly winnerChecks: WinnerChecks;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** What previews and test emails need. */
export interface PreviewPorts {
  readonly sequences: Pick<SequenceReader, 'findById'>;
  readonly contacts: ContactReader;
  readonly templates: TemplateCache;
  /** The rendering of the previews of workspaces. */
  readonly cpu: CpuShares;
  readonly accounts: Pick<AccountReader, 'findByIds'>;
  readonly mailer: TestMailer;
  readonly suppressions: SuppressionCheck;
}
