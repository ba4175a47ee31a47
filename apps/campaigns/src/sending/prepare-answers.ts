import type { CallContext } from '@outreach/service-kit';
import { firstSuppressed, readReasons, type Reasons } from '../replies/index.ts';
import type { SenderAccount } from '../sending-accounts/index.ts';
import type { Message } from '../threads/index.ts';
import {
  CHECK_AGAIN_MS,
  ended,
  isProven,
  UNCONFIRMED_ATTEMPTS,
  UNKNOWN_MAX,
  type Check,
  type Found,
} from './check-send.ts';
import type { ClaimedSend, PreparePorts, Recipients } from './ports.ts';
import type { ReadyAnswer, RefusedSend } from './prepare-sends.ts';

const DAY_MS = 24 * 60 * 60_000;
/** An answer that is later than this, for example because its account was paused, is not sent. */
const LATE_DAYS_MAX = 7;

/**
 * Decides for claimed answers of one workspace which of them are sent now. The status, the window and the limits of the
 * campaign do not matter. @throws AppError unavailable if contacts does not answer.
 */
export async function prepareAnswers(
  ports: PreparePorts,
  ctx: CallContext,
  { sends, at }: { readonly sends: readonly ClaimedSend[]; readonly at: Date },
): Promise<{ readonly ready: readonly ReadyAnswer[]; readonly refused: readonly RefusedSend[] }> {
  const refused: RefusedSend[] = [];
  const passed = <Passed>(send: ClaimedSend, check: Check<Passed>): readonly Passed[] => {
    if ('passed' in check) return [check.passed];
    refused.push({ send, refusal: check.refusal });
    return [];
  };
  const messageOf = await ports.answers.messagesOf(sends.map(({ id }) => id));
  const accounts = await ports.senders.findByIds([...new Set(sends.map((send) => send.sending_account_id))]);
  const accountOf = new Map(accounts.map((account) => [account.stored.id, account]));
  const checked = sends.flatMap((send) => {
    const account = accountOf.get(send.sending_account_id);
    return passed(send, checkAnswer({ send, account, message: messageOf.get(send.id) }, at));
  });
  if (checked.length === 0) return { ready: [], refused };
  const recipients = await ports.preflight.resolve(ctx, [
    ...new Set(checked.map(({ send }) => send.contact_id)),
  ]);
  const emails = checked.flatMap(({ send, message }) => [...addressOf(send, recipients), ...message.cc]);
  const reasons = await readReasons(ports, ctx, emails);
  const ready = checked.flatMap((records) =>
    passed(records.send, checkAddresses(records, { recipients, reasons, at })),
  );
  return { ready, refused };
}

interface AnswerRecords {
  readonly send: ClaimedSend;
  readonly message: Message;
  readonly account: SenderAccount;
}

type FoundRecords = Pick<AnswerRecords, 'send'> & Found<Omit<AnswerRecords, 'send'>>;

/** Checks everything that this service knows. */
function checkAnswer({ send, message, account }: FoundRecords, at: Date): Check<AnswerRecords> {
  if (isProven(send)) return ended(send, { kind: 'arrived' }, at);
  if (message === undefined) return ended(send, { kind: 'canceled', stop: null }, at);
  const cancel = (error: string) => ended(send, { kind: 'canceled', stop: null, error }, at);
  if (account === undefined) return cancel('The sending account was deleted.');
  if (at.getTime() - send.scheduled_at.getTime() > LATE_DAYS_MAX * DAY_MS)
    return cancel(`The answer could not be sent within ${LATE_DAYS_MAX} days.`);
  if ((send.unknown_count ?? 0) > UNKNOWN_MAX)
    return ended(send, { kind: 'failed', error: UNCONFIRMED_ATTEMPTS }, at);
  if (account.stored.status !== 'active')
    return { refusal: { kind: 'later', dueAt: new Date(at.getTime() + CHECK_AGAIN_MS), isPlanned: false } };
  return { passed: { send, message, account } };
}

/** Checks the contact and its suppressions as they are now, and those of the copies. */
function checkAddresses(
  { send, message, account }: AnswerRecords,
  {
    recipients,
    reasons,
    at,
  }: { readonly recipients: Recipients; readonly reasons: Reasons; readonly at: Date },
): Check<ReadyAnswer> {
  const cancel = (error: string) => ended(send, { kind: 'canceled', stop: null, error }, at);
  const [to] = addressOf(send, recipients);
  if (to === undefined) return cancel('The contact was deleted.');
  const isDespite = send.answer?.despite_unsubscribe === true;
  const found = firstSuppressed([to, ...message.cc], reasons, isDespite);
  if (found === undefined) return { passed: { send, message, account, to } };
  const name =
    found.email === to ? 'The address of the contact' : `The address cc[${message.cc.indexOf(found.email)}]`;
  return cancel(`${name} is suppressed.`);
}

function addressOf({ contact_id: id }: ClaimedSend, { byId }: Recipients): readonly [] | readonly [string] {
  const recipient = byId.get(id);
  return recipient === undefined ? [] : [recipient.candidate.email];
}
