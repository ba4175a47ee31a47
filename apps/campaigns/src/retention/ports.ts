import type { Retention } from './retention.ts';

/** The settings of the current call's workspace. */
export interface RetentionStore {
  find(): Promise<Retention>;
  /** Part of a transaction: stores the settings, and lets a worker apply them at `applyAt`. */
  save(retention: Retention, applyAt: Date): Promise<void>;
}

/** The place after the records that a step has looked at. */
export type Position = readonly string[];

/** Part of a transaction: one step of a pass over the records of the workspace. Undefined after the last one. */
export type RetentionStep = (after: Position | undefined) => Promise<Position | undefined>;

export interface RetentionSteps {
  /** Deletes emails that were created and sent before a time. */
  readonly expireSends: (before: Date) => RetentionStep;
  /** The texts of the inbox end this number of days after their messages. */
  readonly limitBodies: (days: number) => RetentionStep;
}
