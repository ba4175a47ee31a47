import type { WorkerOutcome } from '../outcomes/index.ts';
import type { SubmitResult } from '../platforms/index.ts';
import { afterRefusal, claimOf, deferOrFail, type Attempt } from './dialog-outcome.ts';

/** The result of a message that the platform may have taken. */
export type SubmittedResult = Exclude<SubmitResult, { readonly kind: 'not_submitted' }>;

/**
 * The outcome of an attempt to submit an email. An email without a known result is submitted again under its id, and the
 * platform drops the repeated one.
 */
export function submissionOutcome(attempt: Attempt, result: SubmittedResult, at: Date): WorkerOutcome {
  switch (result.kind) {
    case 'accepted':
      return { kind: 'submitted', ...claimOf(attempt, at), message: attempt.message };
    case 'refused': {
      const { reply, classification, type } = result;
      return afterRefusal(attempt, { reply, classification, type }, at);
    }
    case 'retry':
      return deferOrFail(attempt, { error: result.error, notBefore: result.retryAt }, at);
    case 'failed':
      return { kind: 'failed', ...claimOf(attempt, at), error: result.error };
    case 'unknown':
      return deferOrFail(attempt, { error: result.error }, at);
  }
}
