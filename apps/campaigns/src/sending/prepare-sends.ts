import type { CallContext } from '@outreach/service-kit';
import type { Enrollment } from '../enrollments/index.ts';
import type { SenderAccount } from '../sending-accounts/index.ts';
import type { SequenceContent } from '../sequences/index.ts';
import type { Message } from '../threads/index.ts';
import {
  checkRecipient,
  checkRecords,
  ended,
  isFirstAttempt,
  sendTimeFrom,
  type CheckedRecords,
  type Refusal,
} from './check-send.ts';
import type { ClaimedSend, PreparePorts, Recipients, SentEmails, ThreadEmail } from './ports.ts';
import { readRecipients, type Addressee } from './read-recipients.ts';
import type { EmailParts } from './render-email.ts';

const STEP_GONE = 'The step of the sequence no longer exists.';

/** An answer of a thread that can be sent now. Its text is read when it is sent. */
export interface ReadyAnswer extends Pick<EmailParts, 'send' | 'account'> {
  readonly message: Message;
  /** The current address of the contact. */
  readonly to: string;
}

/** An email that can be sent now. */
export type ReadySend = ReadyStep | ReadyAnswer;

export function isAnswer(ready: ReadySend): ready is ReadyAnswer {
  return 'message' in ready;
}

/** An email of a campaign that can be sent now. */
export interface ReadyStep extends EmailParts {
  /** The first time from this one on in which the campaign sends to the contact. */
  readonly inWindow: (time: Date) => Date;
  readonly enrollment: Enrollment;
}

export interface RefusedSend {
  readonly send: ClaimedSend;
  readonly refusal: Refusal;
}

/**
 * Decides for claimed steps of one workspace which of them are sent now, with one read per kind of record.
 * @throws AppError unavailable if contacts does not answer.
 */
export async function prepareSends(
  ports: PreparePorts,
  ctx: CallContext,
  { sends, at }: { readonly sends: readonly ClaimedSend[]; readonly at: Date },
): Promise<{ readonly ready: readonly ReadyStep[]; readonly refused: readonly RefusedSend[] }> {
  const refused: RefusedSend[] = [];
  const checked = (await readRecords(ports, sends)).flatMap((records) => {
    const check = checkRecords(records, at);
    if ('passed' in check) return [check.passed];
    refused.push({ send: records.send, refusal: check.refusal });
    return [];
  });
  if (checked.length === 0) return { ready: [], refused };
  const [recipients, sequences, sentOf] = await Promise.all([
    readRecipients(ports, ctx, checked.map(toAddressee)),
    ports.sequences.currentOf(unique(checked, ({ send }) => send.sequence_id)),
    readThreads(ports.sentEmails, checked),
  ]);
  const facts = { recipients, sequences, sentOf, at };
  const ready = checked.flatMap((records) => {
    const result = join(records, facts);
    if ('refusal' in result) refused.push({ send: records.send, refusal: result.refusal });
    return 'refusal' in result ? [] : [result];
  });
  return { ready, refused };
}

function toAddressee({ send, enrollment }: CheckedRecords): Addressee {
  return { contactId: send.contact_id, email: send.contact_email ?? enrollment.contact_email };
}

interface Facts {
  readonly recipients: Recipients;
  readonly sequences: ReadonlyMap<string, SequenceContent>;
  readonly sentOf: ReadonlyMap<string, readonly ThreadEmail[]>;
  readonly at: Date;
}

function join(
  records: CheckedRecords,
  { recipients, sequences, sentOf, at }: Facts,
): ReadyStep | { readonly refusal: Refusal } {
  const { send, campaign, account } = records;
  const check = checkRecipient(records, recipients.byId.get(send.contact_id), at);
  if ('refusal' in check) return check;
  const sequence = sequences.get(send.sequence_id);
  const step = sequence?.steps.find(({ id }) => id === send.step_id);
  if (sequence === undefined || step === undefined)
    return isFirstAttempt(send)
      ? ended(send, { kind: 'unplanned' }, at)
      : ended(send, { kind: 'failed', error: STEP_GONE }, at);
  return {
    send,
    campaign,
    account,
    recipient: check.passed,
    fallbackValues: recipients.fallbackValues,
    sequence,
    step,
    sent: sentOf.get(send.enrollment_id) ?? [],
    inWindow: (time) => sendTimeFrom(records, time),
    enrollment: records.enrollment,
  };
}

async function readRecords(ports: PreparePorts, sends: readonly ClaimedSend[]) {
  const [campaigns, enrollments, accounts] = await Promise.all([
    ports.campaigns.findByIds(unique(sends, (send) => send.campaign_id)),
    ports.enrollments.findByIds(unique(sends, (send) => send.enrollment_id)),
    ports.senders.findByIds(unique(sends, (send) => send.sending_account_id)),
  ]);
  const campaignOf = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const enrollmentOf = new Map(enrollments.map((enrollment) => [enrollment.id, enrollment]));
  const accountOf = new Map<string, SenderAccount>(accounts.map((account) => [account.stored.id, account]));
  return sends.map((send) => ({
    send,
    campaign: campaignOf.get(send.campaign_id),
    enrollment: enrollmentOf.get(send.enrollment_id),
    account: accountOf.get(send.sending_account_id),
  }));
}

/** By enrollment. First steps have no earlier emails. */
async function readThreads(
  sentEmails: SentEmails,
  checked: readonly CheckedRecords[],
): Promise<ReadonlyMap<string, readonly ThreadEmail[]>> {
  const later = checked.filter(({ send }) => send.step_number > 1);
  const found = await sentEmails.ofEnrollments(unique(later, ({ send }) => send.enrollment_id));
  return Map.groupBy(found, ({ enrollment_id: id }) => id);
}

function unique<Item>(items: readonly Item[], idOf: (item: Item) => string): readonly string[] {
  return [...new Set(items.map(idOf))];
}
