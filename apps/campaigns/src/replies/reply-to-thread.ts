import { campaignErrors } from '@outreach/contracts-campaigns';
import type { ReplyToThreadRequest } from '@outreach/contracts-campaigns/gen/inbox.ts';
import { INBOX_LIMITS } from '@outreach/contracts-campaigns/inbox';
import { notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { SenderAccount } from '../sending-accounts/index.ts';
import { queuedSend, type Send } from '../sends/index.ts';
import { compileTemplate, TemplateError } from '../templates/index.ts';
import type { FullMessage, Message, Thread } from '../threads/index.ts';
import { firstSuppressed, readReasons } from './check-suppressions.ts';
import type { ReplyPorts } from './ports.ts';
import type { QuotedMessage } from './quote-message.ts';
import { replyBody } from './reply-body.ts';
import { checkReply } from './reply-input.ts';
import { referencesAfter } from './reply-references.ts';
import { replySubject } from './reply-subject.ts';

/** An answer that is decided and not stored. */
export interface ReplyPlan {
  readonly message: FullMessage;
  readonly despiteUnsubscribe: boolean;
  readonly account: Pick<SenderAccount['stored'], 'id' | 'email'>;
}

/**
 * Reads and decides everything of an answer; `commitReply` stores it.
 * @throws AppError not_found without the thread; invalid_argument as `checkReply`; failed_precondition `inactive_inbox`,
 * `suppressed` on `cc[i]`, or on no field for the contact, and `template_error`; conflict `contact_deleted`; unavailable if
 * contacts does not answer.
 */
export async function prepareReply(
  ports: ReplyPorts,
  ctx: CallContext,
  request: ReplyToThreadRequest,
): Promise<ReplyPlan> {
  const input = checkReply(request);
  const thread = await ports.threads.threads.find(input.id);
  if (thread === undefined) throw notFound();
  const account = await activeAccount(ports, thread);
  const to = (await ports.contacts.addressesOf(ctx, [thread.contact_id])).get(thread.contact_id);
  if (to === undefined) throw campaignErrors.deletedContact.make();
  await requireUnsuppressed(ports, ctx, { to, input });
  const answered = await answeredMessage(ports, thread);
  const message = await newMessage(ports, { thread, account, to, input, answered });
  return { message, despiteUnsubscribe: input.despite_unsubscribe, account: account.stored };
}

/**
 * Part of a transaction: stores an answer, its send and its place in the day of the account, and moves the thread to the
 * top. @throws AppError not_found if the thread was erased meanwhile; failed_precondition `inactive_inbox` if the account
 * was deleted.
 */
export async function commitReply(
  ports: ReplyPorts,
  { message, despiteUnsubscribe, account }: ReplyPlan,
): Promise<FullMessage> {
  const { threads, messages } = ports.threads;
  const thread = await threads.find(message.thread_id);
  if (thread === undefined) throw notFound();
  if (!(await ports.accounts.hold([account.id])).has(account.id)) throw campaignErrors.inactiveInbox.make();
  const id = message.send_id ?? '';
  const places = await ports.places.take([{ id, sending_account_id: account.id, account_day: null }]);
  const place = places.get(id);
  if (place === undefined) throw campaignErrors.inactiveInbox.make();
  await messages.insert([message]);
  await ports.answers.add(toSend({ thread, message, account, despiteUnsubscribe }, place));
  const { version, message_count: count, last_message_at: last } = thread;
  const last_message_at = message.at > last ? message.at : last;
  const after = { ...thread, message_count: count + 1, last_message_at, version: version + 1 };
  await threads.write([{ before: thread, after }]);
  return message;
}

/** @throws AppError failed_precondition `inactive_inbox`. */
async function activeAccount({ senders }: ReplyPorts, thread: Thread): Promise<SenderAccount> {
  const [account] = await senders.findByIds([thread.sending_account_id]);
  if (account === undefined) throw campaignErrors.inactiveInbox.make();
  const { status } = account.stored;
  if (status !== 'active') throw campaignErrors.inactiveInbox.make({ details: { account_status: status } });
  return account;
}

/** @throws AppError failed_precondition `suppressed`. */
async function requireUnsuppressed(
  ports: ReplyPorts,
  ctx: CallContext,
  { to, input }: Pick<NewReply, 'to' | 'input'>,
): Promise<void> {
  const addresses = [to, ...input.cc];
  const reasons = await readReasons(ports, ctx, addresses);
  const found = firstSuppressed(addresses, reasons, input.despite_unsubscribe);
  if (found === undefined) return;
  const error = found.isUnsubscribe ? campaignErrors.unsubscribedAnswer : campaignErrors.suppressedAnswer;
  throw error.make(found.email === to ? {} : { field: `cc[${input.cc.indexOf(found.email)}]` });
}

/** The last received message of the thread; without one among the newest messages, the newest message. */
async function answeredMessage(
  { threads: { messages } }: ReplyPorts,
  { id }: Thread,
): Promise<Message | undefined> {
  const newest = await messages.newest(id, INBOX_LIMITS.messagesMax);
  return newest.findLast(({ direction }) => direction === 'in') ?? newest.at(-1);
}

interface NewReply {
  readonly thread: Thread;
  readonly account: SenderAccount;
  readonly to: string;
  readonly input: ReplyToThreadRequest;
  readonly answered: Message | undefined;
}

async function newMessage(
  ports: ReplyPorts,
  { thread, account, to, input, answered }: NewReply,
): Promise<FullMessage> {
  const { stored } = account;
  const at = new Date(ports.clock.now());
  const quoted = answered === undefined ? undefined : await quotedMessage(ports, answered);
  const signature = renderSignature(account, at);
  const body = replyBody({ input, signature, quoted, zone: stored.time_zone ?? 'UTC' });
  return {
    id: ports.ids('msg'),
    workspace_id: thread.workspace_id,
    thread_id: thread.id,
    contact_id: thread.contact_id,
    direction: 'out',
    from: { name: stored.from_name, email: stored.email },
    to: [to],
    cc: [...new Set(input.cc)].filter((email) => email !== to),
    subject: replySubject(answered?.subject ?? thread.subject),
    truncated: false,
    sent_at: null,
    message_id: null,
    references: answered === undefined ? [] : referencesAfter(answered),
    send_id: ports.ids('snd'),
    counted_send_id: null,
    intent: null,
    status: 'queued',
    error: null,
    attachments: [],
    at,
    ...shownBody(ports, body),
  };
}

async function quotedMessage(
  { threads: { messages } }: ReplyPorts,
  { id, from, at }: Message,
): Promise<QuotedMessage | undefined> {
  const body = (await messages.bodiesOf([id])).get(id);
  return body === undefined ? undefined : { ...body, from, at };
}

/** The HTML is stored as it is shown, and as it is sent if that differs. */
function shownBody(
  { sanitise }: ReplyPorts,
  body: Pick<FullMessage, 'body_text' | 'body_html'>,
): Pick<FullMessage, 'body_text' | 'body_html' | 'outgoing_html'> {
  if (body.body_html === null) return body;
  const shown = sanitise(body.body_html);
  return shown === body.body_html ? body : { ...body, body_html: shown, outgoing_html: body.body_html };
}

const NO_DATA = { contact: {}, company: {}, custom_fields: {} };

/** @throws AppError failed_precondition `template_error`. */
function renderSignature({ stored, record }: SenderAccount, at: Date): string {
  try {
    const template = compileTemplate('text', stored.signature ?? '');
    return template.render({ ...NO_DATA, sender: record }, { seed: stored.id, at }).trim();
  } catch (thrown) {
    if (!(thrown instanceof TemplateError)) throw thrown;
    throw campaignErrors.signatureError.make({ details: { error: thrown.message } });
  }
}

/** Messages of a thread are numbered: a thread never loses one. */
function toSend(
  { thread, message, account, despiteUnsubscribe }: ReplyPlan & { readonly thread: Thread },
  { at, account_day }: { readonly at: Date; readonly account_day: string },
): Send {
  const { id, workspace_id, campaign_id, enrollment_id, contact_id } = thread;
  return queuedSend({
    id: message.send_id ?? '',
    workspace_id,
    campaign_id: id,
    enrollment_id: id,
    sequence_id: id,
    step_id: id,
    step_number: thread.message_count + 1,
    thread_id: id,
    answer: { campaign_id, enrollment_id, despite_unsubscribe: despiteUnsubscribe },
    contact_id,
    contact_email: message.to[0] ?? null,
    sending_account_id: account.id,
    from_email: account.email,
    scheduled_at: at,
    account_day,
    campaign_day: at.toISOString().slice(0, 'YYYY-MM-DD'.length),
    created_at: message.at,
  });
}
