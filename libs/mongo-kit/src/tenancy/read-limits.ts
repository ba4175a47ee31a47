import type { Aggregate, Query, Schema } from 'mongoose';
import { currentCall, type CallContext } from '@outreach/service-kit';
import { isTimeUp } from '../connection/mongo-errors.ts';
import { deadlinePassed } from '../units/deadline-passed.ts';
import { currentSession } from '../units/open-unit.ts';
import { READING_QUERIES } from './query-operations.ts';

/** The timers of Node and MongoDB take 32-bit numbers. */
const TIME_MS_MAX = 2 ** 31 - 1;
/** The server may stop a command slightly before the deadline by the clock of this process. */
const CLOCK_MARGIN_MS = 50;

/**
 * Every read of the schema ends with its call: at the deadline, and when the caller no longer waits. The server stops its
 * work then, so no connection is held for a result that is not sent.
 */
export function limitReads(schema: Schema): void {
  schema.pre([...READING_QUERIES], function limit(this: Query<unknown, unknown>) {
    const call = currentCall();
    if (call !== undefined) this.setOptions(limitsOf(call, this.getOptions().maxTimeMS));
  });
  schema.pre('aggregate', function limit(this: Aggregate<unknown>) {
    const call = currentCall();
    if (call !== undefined) this.option(limitsOf(call, this.options.maxTimeMS));
  });
  schema.post([...READING_QUERIES], translate);
  schema.post('aggregate', translate);
}

type Limits = Readonly<{ maxTimeMS: number; signal?: AbortSignal }>;

/** An explicit limit of the read stays if it is shorter. */
function limitsOf({ deadlineAtMs, signal }: CallContext, ownMs = TIME_MS_MAX): Limits {
  const restMs = Math.max(Math.ceil(deadlineAtMs - Date.now()), 1);
  const maxTimeMS = Math.min(restMs, ownMs, TIME_MS_MAX);
  // A transaction ends as a whole.
  return currentSession() === undefined ? { maxTimeMS, signal } : { maxTimeMS };
}

/** A read that ended with its call is no failure of the database. */
function translate(thrown: Error, _result: unknown, next: (error?: Error) => void): void {
  const call = currentCall();
  const isLate = call !== undefined && call.deadlineAtMs - CLOCK_MARGIN_MS <= Date.now();
  next((isLate && isTimeUp(thrown)) || call?.signal.aborted === true ? deadlinePassed() : thrown);
}
