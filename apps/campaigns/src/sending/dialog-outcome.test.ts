import { describe, expect, it } from '@jest/globals';
import { outcomeOf, UNANSWERED, type Attempt } from './dialog-outcome.ts';
import type { SmtpCommand } from './ports.ts';

const AT = new Date('2026-01-31T09:30:00.000Z');
const MESSAGE = {
  message_id: '<snd_1@acme.com>',
  subject: 'A question',
  variant_id: null,
  sequence_version: 1,
  sealed_rendering: null,
  from_email: 'jane@acme.com',
  contact_email: 'maria@example.com',
};
const ATTEMPT: Attempt = {
  sendId: 'snd_1',
  token: 'lease_1',
  message: MESSAGE,
  attempts: 1,
  previousError: null,
  inWindow: (time) => time,
};

function answered(text: string, command: SmtpCommand = 'DATA') {
  const [, code, enhanced = null] = /^(\d{3}) (\d\.\d\.\d)?/.exec(text) ?? [];
  return { kind: 'answered', command, reply: { code: Number(code), enhanced, text } } as const;
}

const minutesUntil = (time: Date) => (time.getTime() - AT.getTime()) / 60_000;

describe('outcomeOf', () => {
  it('accepts a 2xx reply', () => {
    expect(outcomeOf(ATTEMPT, answered('250 OK'), AT)).toMatchObject({
      kind: 'accepted',
      message: MESSAGE,
      at: AT,
    });
  });

  it('refuses after a permanent error, with its class', () => {
    expect(outcomeOf(ATTEMPT, answered('550 5.1.1 User unknown', 'RCPT'), AT)).toMatchObject({
      kind: 'refused',
      classification: 'invalid_mailbox',
      type: 'hard',
    });
  });

  it('counts no refusal of the sender as a hard bounce of the recipient', () => {
    expect(outcomeOf(ATTEMPT, answered('550 5.1.0 Sender unknown', 'MAIL'), AT)).toMatchObject({
      kind: 'refused',
      classification: 'policy_block',
      type: 'block',
    });
  });

  it('defers temporary errors by 1, 5, 15 and 60 minutes and 4 hours, then refuses', () => {
    const outcomes = [1, 2, 3, 4, 5, 6].map((attempts) =>
      outcomeOf({ ...ATTEMPT, attempts }, answered('451 4.7.1 Greylisted', 'RCPT'), AT),
    );
    expect(
      outcomes.map((outcome) => (outcome.kind === 'deferred' ? minutesUntil(outcome.nextAt) : outcome.kind)),
    ).toEqual([1, 5, 15, 60, 240, 'refused']);
  });

  it('defers a full mailbox with a permanent code', () => {
    expect(outcomeOf(ATTEMPT, answered('552 5.2.2 Mailbox full'), AT).kind).toBe('deferred');
  });

  it('moves the next attempt into the window of the campaign', () => {
    const opensAt = new Date('2026-02-02T08:00:00.000Z');
    const attempt = { ...ATTEMPT, inWindow: () => opensAt };
    expect(outcomeOf(attempt, { kind: 'interrupted', error: 'reset' }, AT)).toMatchObject({
      nextAt: opensAt,
    });
  });

  it('fails when the server was not reached in all attempts', () => {
    const result = { kind: 'no_session', error: 'The connection was refused.' } as const;
    expect(outcomeOf(ATTEMPT, result, AT)).toMatchObject({ kind: 'deferred', reply: null });
    expect(outcomeOf({ ...ATTEMPT, attempts: 6 }, result, AT)).toEqual({
      kind: 'failed',
      sendId: 'snd_1',
      token: 'lease_1',
      at: AT,
      error: 'The connection was refused.',
    });
  });

  it('repeats an email without an answer once', () => {
    const first = outcomeOf(ATTEMPT, { kind: 'unanswered' }, AT);
    expect(first).toMatchObject({ kind: 'deferred', error: UNANSWERED });
    const second = { ...ATTEMPT, attempts: 2, previousError: UNANSWERED };
    expect(outcomeOf(second, { kind: 'unanswered' }, AT).kind).toBe('failed');
  });
});
