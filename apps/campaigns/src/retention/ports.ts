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

/** Part of a transaction: deletes emails that were created and sent before a time. */
export type ExpireSends = (before: Date) => RetentionStep;

/** Part of a transaction: the texts of the inbox end this number of days after their messages. */
export type LimitBodies = (days: number) => RetentionStep;
