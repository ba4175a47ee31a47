import type { Sequence, SequenceStep, SequenceStepInput } from '../../data/sequences.ts';

type Variant = SequenceStep['variants'][number];

const VARIANT_LABELS = ['A', 'B', 'C', 'D', 'E', 'F'] as const satisfies readonly Variant['label'][];
const WEIGHTS_TOTAL = 100;

/** The texts of an email as they are typed. An empty text is an absent one. */
export interface Copy {
  readonly subject: string;
  readonly body_html: string;
  readonly body_text: string;
}

interface Draft extends Copy {
  /** The id of a stored step or variant, or a random key. */
  readonly key: string;
  readonly isStored: boolean;
}

export type VariantDraft = Draft & Readonly<Pick<Variant, 'label' | 'weight' | 'is_active'>>;

export interface StepDraft
  extends Draft, Readonly<Pick<SequenceStep, 'delay_value' | 'delay_unit' | 'thread_mode'>> {
  readonly variants: readonly VariantDraft[];
  readonly winner: Pick<SequenceStep['winner'], 'mode' | 'metric' | 'min_sends' | 'confidence'>;
}

/** The steps of a sequence while a person edits them. */
export interface SequenceDraft {
  /** The version of the sequence that was edited. */
  readonly version: number;
  readonly steps: readonly StepDraft[];
}

export function toDraft({ version, steps }: Pick<Sequence, 'version' | 'steps'>): SequenceDraft {
  return { version, steps: steps.map(toStepDraft) };
}

function toCopy({ subject, body_html, body_text }: Pick<Variant, keyof Copy>): Copy {
  return { subject: subject ?? '', body_html: body_html ?? '', body_text: body_text ?? '' };
}

function toStepDraft(step: SequenceStep): StepDraft {
  const { mode, metric, min_sends, confidence } = step.winner;
  return {
    key: step.id,
    isStored: true,
    ...toCopy(step),
    delay_value: step.delay_value,
    delay_unit: step.delay_unit,
    thread_mode: step.thread_mode,
    variants: step.variants.map((variant) => ({
      key: variant.id,
      isStored: true,
      ...toCopy(variant),
      label: variant.label,
      weight: variant.weight,
      is_active: variant.is_active,
    })),
    winner: { mode, metric, min_sends, confidence },
  };
}

/** The body of the request that saves the steps. */
export function toStepInputs(steps: readonly StepDraft[]): SequenceStepInput[] {
  return steps.map((step) => ({
    id: step.isStored ? step.key : null,
    ...fromCopy(step),
    delay_value: step.delay_value,
    delay_unit: step.delay_unit,
    thread_mode: step.thread_mode,
    variants: step.variants.map((variant) => ({
      id: variant.isStored ? variant.key : null,
      ...fromCopy(variant),
      label: variant.label,
      weight: variant.weight,
      is_active: variant.is_active,
    })),
    winner: step.winner,
  }));
}

function fromCopy({ subject, body_html, body_text }: Copy): Pick<Variant, keyof Copy> {
  return { subject: subject || null, body_html: body_html || null, body_text: body_text || null };
}

export function isChanged(draft: SequenceDraft, sequence: Pick<Sequence, 'version' | 'steps'>): boolean {
  return JSON.stringify(draft.steps) !== JSON.stringify(toDraft(sequence).steps);
}

const DEFAULT_DELAY_DAYS = 3;

/** A step after the last one: the first starts a thread at once, each other one continues it after three days. */
export function withNewStep(steps: readonly StepDraft[], key: string): readonly StepDraft[] {
  const isFirst = steps.length === 0;
  const added: StepDraft = {
    key,
    isStored: false,
    subject: '',
    body_html: '',
    body_text: '',
    delay_value: isFirst ? 0 : DEFAULT_DELAY_DAYS,
    delay_unit: 'days',
    thread_mode: isFirst ? 'new' : 'reply',
    variants: [],
    winner: { mode: 'none', metric: 'reply_rate', min_sends: 100, confidence: 0.95 },
  };
  return [...steps, added];
}

export function withoutStep(steps: readonly StepDraft[], index: number): readonly StepDraft[] {
  return steps.toSpliced(index, 1);
}

/** Moves a step one position up or down. */
export function withMovedStep(steps: readonly StepDraft[], index: number, by: 1 | -1): readonly StepDraft[] {
  const step = steps[index];
  if (step === undefined || steps[index + by] === undefined) return steps;
  return steps.toSpliced(index, 1).toSpliced(index + by, 0, step);
}

/** Another variant with the first free letter. The weights of the active variants become equal. */
export function withNewVariant(step: StepDraft, key: string): StepDraft {
  const taken = new Set(step.variants.map(({ label }) => label));
  const label = VARIANT_LABELS.find((one) => !taken.has(one));
  if (label === undefined) return step;
  const added = { key, isStored: false, subject: '', body_html: '', body_text: '', label, weight: 0 };
  return withEqualWeights({ ...step, variants: [...step.variants, { ...added, is_active: true }] });
}

export function withoutVariant(step: StepDraft, key: string): StepDraft {
  return withEqualWeights({ ...step, variants: step.variants.filter((variant) => variant.key !== key) });
}

/** Shares 100 between the active variants; the first ones receive what does not divide. */
export function withEqualWeights(step: StepDraft): StepDraft {
  const count = step.variants.filter(({ is_active }) => is_active).length;
  let position = 0;
  const variants = step.variants.map((variant) => {
    if (!variant.is_active) return { ...variant, weight: 0 };
    const weight = Math.floor(WEIGHTS_TOTAL / count) + (position < WEIGHTS_TOTAL % count ? 1 : 0);
    position += 1;
    return { ...variant, weight };
  });
  return { ...step, variants };
}

/** The reason why the weights of a step cannot be saved. */
export function weightProblem({ variants }: StepDraft): string | undefined {
  if (variants.length === 0) return undefined;
  const total = variants.reduce((sum, { weight, is_active }) => sum + (is_active ? weight : 0), 0);
  return total === WEIGHTS_TOTAL
    ? undefined
    : `The weights of the active variants are ${total} together; they must be ${WEIGHTS_TOTAL}.`;
}

/** `at once`, `after 3 days` */
export function delayText({ delay_value: value, delay_unit: unit }: StepDraft): string {
  if (value === 0) return 'at once';
  return `after ${value} ${value === 1 ? unit.slice(0, -1) : unit}`;
}
