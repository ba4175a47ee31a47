import type {
  DelayUnit,
  SequenceStatus,
  ThreadMode,
  VariantLabel,
  WinnerMetric,
  WinnerMode,
} from '@outreach/contracts-campaigns/sequence';

/** The templates of a step or a variant. */
export interface StepCopy {
  readonly subject: string | null;
  readonly body_html: string | null;
  readonly body_text: string | null;
}

/** The fields of a copy, in the order in which errors are reported. */
export const COPY_FIELDS = ['subject', 'body_html', 'body_text'] as const;
export type CopyField = (typeof COPY_FIELDS)[number];

/** One of several texts of a step; a field that is null is that of the step. */
export interface Variant extends StepCopy {
  readonly id: string;
  readonly label: VariantLabel;
  /** Share of the contacts in percent. */
  readonly weight: number;
  readonly is_active: boolean;
}

/** How the best variant of a step is selected. */
export interface Winner {
  readonly mode: WinnerMode;
  readonly metric: WinnerMetric;
  /** Delivered emails that every variant needs before an automatic decision. */
  readonly min_sends: number;
  /** Probability of being the best that an automatic decision needs. */
  readonly confidence: number;
  /** Null before the decision. */
  readonly decided_at: Date | null;
  readonly variant_id: string | null;
}

export const WINNER_DEFAULTS: Winner = {
  mode: 'none',
  metric: 'reply_rate',
  min_sends: 100,
  confidence: 0.95,
  decided_at: null,
  variant_id: null,
};

export interface Step extends StepCopy {
  readonly id: string;
  /** Position in the sequence, from 1. */
  readonly step_number: number;
  readonly step_type: 'email';
  /** Time since the previous step was sent. */
  readonly delay_value: number;
  readonly delay_unit: DelayUnit;
  readonly thread_mode: ThreadMode;
  readonly variants: readonly Variant[];
  readonly winner: Winner;
}

export interface Sequence {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: SequenceStatus;
  /** Grows with every change of the steps. */
  readonly version: number;
  /** In their order. */
  readonly steps: readonly Step[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The content of a sequence at a version. */
export type SequenceContent = Pick<Sequence, 'id' | 'version' | 'steps'>;

/** A template of a step with the path of its field, such as `steps[0].variants[1].subject`. */
export interface TemplateField {
  readonly field: string;
  readonly kind: 'text' | 'html';
  readonly source: string;
}

/** All templates of steps, in the order in which errors are reported. */
export function templatesOf(steps: readonly StepTexts[]): TemplateField[] {
  return steps.flatMap((step, index) => [
    ...copyTemplates(`steps[${index}]`, step),
    ...step.variants.flatMap((variant, at) => copyTemplates(`steps[${index}].variants[${at}]`, variant)),
  ]);
}

type StepTexts = StepCopy & { readonly variants: readonly StepCopy[] };

function copyTemplates(path: string, copy: StepCopy): TemplateField[] {
  return COPY_FIELDS.flatMap((name) => {
    const source = copy[name];
    return source === null ? [] : [{ field: `${path}.${name}`, kind: kindOf(name), source }];
  });
}

export function kindOf(field: CopyField): TemplateField['kind'] {
  return field === 'body_html' ? 'html' : 'text';
}

const UNIT_MS: Readonly<Record<DelayUnit, number>> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** The time between the previous step and this one, in ms. */
export function delayMsOf({
  delay_value: value,
  delay_unit: unit,
}: Pick<Step, 'delay_value' | 'delay_unit'>): number {
  return value * UNIT_MS[unit];
}
