import type { Step } from '../sequences/index.ts';
import type { ThreadEmail } from './ports.ts';

/** The position of an email in its conversation. */
export interface Thread {
  /** The Message-ID of the email that this one replies to; null for the first email of a conversation. */
  readonly inReplyTo: string | null;
  /** Message-IDs of the conversation, the oldest first. */
  readonly references: readonly string[];
  /** The subject of the first email of the enrollment; undefined if none was sent. */
  readonly firstSubject: string | undefined;
}

/**
 * The conversation that a step continues. A step with the thread mode `new` starts one.
 * @param sent the sent emails of the enrollment, in the order of their steps.
 */
export function threadOf(
  step: Pick<Step, 'thread_mode' | 'step_number'>,
  { sent, steps }: { readonly sent: readonly ThreadEmail[]; readonly steps: readonly Step[] },
): Thread {
  const earlier = sent.filter(({ step_number: number }) => number < step.step_number);
  const firstSubject = earlier.find(({ subject }) => subject !== null)?.subject ?? undefined;
  if (step.thread_mode === 'new') return { inReplyTo: null, references: [], firstSubject };
  const modeOf = new Map(steps.map(({ id, thread_mode: mode }) => [id, mode]));
  const start = earlier.findLastIndex(({ step_id: id }) => modeOf.get(id) === 'new');
  const references = earlier
    .slice(Math.max(start, 0))
    .flatMap(({ message_id: id }) => (id === null ? [] : [id]));
  return { inReplyTo: references.at(-1) ?? null, references, firstSubject };
}
