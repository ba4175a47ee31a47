import { REPLY_INTENTS } from '@outreach/contracts-campaigns/records';
import { numbersFrom } from '@outreach/testing';
import type { Outcome } from '../src/outcomes/index.ts';
import type { Send } from '../src/sends/index.ts';
import { accepted, AT, submitted, TOKEN } from './outcomes-harness.ts';

const DAY_MS = 86_400_000;

/** Repeatable random choices. */
export interface Dice {
  readonly random: () => number;
  readonly pick: <T>(values: readonly T[]) => T;
}

export function diceOf(seed: number): Dice {
  const random = numbersFrom(seed);
  return {
    random,
    pick: (values) => values[Math.floor(random() * values.length)] as (typeof values)[number],
  };
}

/** An outcome in the days after `AT`. */
export function randomOutcome(send: Send, { random, pick }: Dice, days = 1): Outcome {
  const at = new Date(AT.getTime() + Math.floor(random() * days * DAY_MS));
  const of = { sendId: send.id, at };
  const reply = { code: 550, enhanced: pick(['5.1.1', '5.7.1', null]), text: 'no' };
  const bounce = { reply, classification: pick(['invalid_mailbox', 'spam_block'] as const) };
  const isMachine = random() < 0.3;
  return pick<Outcome>([
    accepted(send, at),
    accepted(send, at),
    submitted(send, TOKEN, at),
    submitted(send, TOKEN, at),
    { kind: 'confirmed', ...of },
    { kind: 'failure_reported', error: 'The platform rejected the sender.', ...of },
    { kind: 'failed', token: TOKEN, error: 'No connection.', ...of },
    { kind: 'opened', isMachine, ...of },
    { kind: 'clicked', isMachine, url: 'https://example.com', ...of },
    { kind: 'unsubscribed', ...of },
    { kind: 'complained', ...of },
    { kind: 'replied', intent: pick(REPLY_INTENTS), snippet: '', ...of },
    { kind: 'bounce_reported', ...bounce, type: pick(['hard', 'block'] as const), ...of },
  ]);
}
