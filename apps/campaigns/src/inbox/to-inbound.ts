import type { NewId } from '@outreach/service-kit';
import { classifyReply } from '../bounce-classes/index.ts';
import { scoreText, snippetOf } from '../reply-intents/index.ts';
import type { FeedbackOutcome, ReplyIntent } from '../feedback/index.ts';
import type { ReceivedReply } from '../threads/index.ts';
import type { InboundRecord, InboxPosition, IntentModel, SendReference } from './ports.ts';
import type { ReadMessage } from './read-message.ts';

/** The record of a message and the outcome of its send, committed together. */
export interface Inbound {
  readonly record: InboundRecord;
  readonly outcome: FeedbackOutcome;
  /** The reply as feedback about an answer, which proves that it arrived. It counts for the step only. */
  readonly proof?: FeedbackOutcome;
  /** What its thread gets; undefined for reports. */
  readonly reply?: ReceivedReply;
}

export interface ToInboundOptions {
  readonly position: InboxPosition;
  readonly send: SendReference;
  readonly now: Date;
  readonly newId: NewId;
  readonly model: IntentModel | undefined;
  readonly signal: AbortSignal;
}

/** Undefined for a message that is about no send. */
export async function toInbound(
  message: ReadMessage,
  options: ToInboundOptions,
): Promise<Inbound | undefined> {
  const { found } = message;
  const base = { sendId: options.send.id, at: timeOf(message, options.now) };
  switch (found.kind) {
    case 'ignored':
      return undefined;
    case 'complaint':
      return {
        record: toRecord(message, options, { kind: found.kind }),
        outcome: { ...base, kind: 'complained' },
      };
    case 'bounce': {
      const { kind, reply } = found;
      const bounce = classifyReply(reply);
      const record = toRecord(message, options, { kind, bounce_classification: bounce.classification });
      return { record, outcome: { ...base, kind: 'bounce_reported', reply, ...bounce } };
    }
    case 'auto_reply':
    case 'reply': {
      const intent = await intentOf(message, options);
      // The text of an erased contact is not stored.
      const snippet = options.send.contact_email === null ? '' : snippetOf(message.ownText);
      const record = toRecord(message, options, { kind: found.kind, intent, snippet });
      const { answer_id: answerId } = options.send;
      const outcome = { ...base, kind: 'replied', intent, snippet } as const;
      const reply = toReply(message, options, { at: base.at, intent, snippet });
      return {
        record,
        outcome,
        ...(answerId !== undefined && { proof: { ...outcome, sendId: answerId } }),
        ...(reply && { reply }),
      };
    }
  }
}

/** Nothing of the messages of an erased contact is stored. */
function toReply(
  { content }: ReadMessage,
  { send }: ToInboundOptions,
  reply: Pick<ReceivedReply, 'at' | 'intent' | 'snippet'>,
): ReceivedReply | undefined {
  if (content === undefined || send.contact_email === null) return undefined;
  return { ...reply, send, content: content() };
}

/** The model sees only replies that no phrase classifies. */
async function intentOf(
  { found, ownText }: ReadMessage,
  { model, signal }: ToInboundOptions,
): Promise<ReplyIntent> {
  if (found.kind === 'auto_reply') return found.isAbsence ? 'out_of_office' : 'auto_reply';
  const intent = scoreText(ownText);
  if (intent !== 'unclassified' || model === undefined || ownText === '') return intent;
  return (await model.classify(ownText, signal)) ?? intent;
}

function toRecord(
  message: ReadMessage,
  { position, send, now, newId }: ToInboundOptions,
  recorded: Pick<InboundRecord, 'kind'> & Partial<InboundRecord>,
): InboundRecord {
  return {
    id: newId('inb'),
    account_id: position.account_id,
    mailbox: position.mailbox,
    uid_validity: position.uid_validity,
    uid: message.uid,
    message_key: message.key,
    intent: null,
    bounce_classification: null,
    send_id: send.id,
    campaign_id: send.campaign_id,
    contact_id: send.contact_id,
    snippet: null,
    received_at: message.receivedAt,
    created_at: now,
    ...recorded,
  };
}

/** The clock of the server can be wrong. */
function timeOf({ receivedAt }: ReadMessage, now: Date): Date {
  return receivedAt.getTime() > now.getTime() ? now : receivedAt;
}
