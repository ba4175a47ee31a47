import type { StepCopy } from './sequence.ts';

/** A step of a request. Undefined fields get their defaults. */
export interface StepInput extends StepCopy {
  /** Undefined for a new step. */
  readonly id: string | undefined;
  readonly step_number: number | undefined;
  readonly step_type: string | undefined;
  readonly delay_value: number | undefined;
  readonly delay_unit: string | undefined;
  readonly thread_mode: string | undefined;
  readonly variants: readonly VariantInput[];
  readonly winner: WinnerInput;
}

/** The settings of a request. */
export interface WinnerInput {
  readonly mode: string | undefined;
  readonly metric: string | undefined;
  readonly min_sends: number | undefined;
  readonly confidence: number | undefined;
}

/** A variant of a request. */
export interface VariantInput extends StepCopy {
  /** Undefined for a new variant. */
  readonly id: string | undefined;
  readonly label: string | undefined;
  readonly weight: number;
  readonly is_active: boolean;
}
