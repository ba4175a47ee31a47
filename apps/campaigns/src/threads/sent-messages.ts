import { INBOX_LIMITS } from '@outreach/contracts-campaigns/inbox';
import { bareMessageId } from '@outreach/values';
import { cutText, sanitiseHtml } from '../html/index.ts';
import type { Send } from '../sends/index.ts';
import type { SequenceContent } from '../sequences/index.ts';
import type { RenderingPorts, ThreadRecordPorts } from './ports.ts';
import { repeatRendering, type RenderedSend } from './repeat-rendering.ts';
import type { FullMessage, MessageBody } from './thread.ts';

const { bodyBytesMax: BODY_BYTES_MAX } = INBOX_LIMITS;

/** The bodies of a sent email, and the name of its sender. */
export interface SentContent extends MessageBody {
  readonly from_name: string | null;
  readonly truncated: boolean;
}

/** The text is missing. */
const UNKNOWN: SentContent = { from_name: null, body_text: '', body_html: null, truncated: true };

/** True for an email that the recipient can have: not one that its server refused at once. */
export function wasDelivered({ sent_at: sentAt, status, delivered_at: deliveredAt }: Send): boolean {
  return sentAt !== null && (status !== 'bounced' || deliveredAt !== null);
}

/** The sequence from which an email was rendered. Undefined if that is not known. */
export async function contentOfSequence(
  { sequences }: Pick<ThreadRecordPorts, 'sequences'>,
  { sequence_id: id, sequence_version: version }: Send,
): Promise<SequenceContent | undefined> {
  return version === null ? undefined : sequences.findVersion(id, version);
}

/** What an email of ours contained. Without text if it is not known how it was rendered. */
export function sentContentOf(
  ports: RenderingPorts,
  send: RenderedSend,
  sequence: SequenceContent | undefined,
): SentContent {
  const email = repeatRendering(ports, send, sequence);
  if (email === undefined) return UNKNOWN;
  const html = email.body_html === null ? undefined : sanitiseHtml(email.body_html, BODY_BYTES_MAX);
  const text = cutText(email.body_text, BODY_BYTES_MAX);
  return {
    from_name: email.from_name,
    body_text: text,
    body_html: html?.html ?? null,
    truncated: html?.isCut === true || text !== email.body_text,
  };
}

/** An email of ours as a message of a thread. */
export function toSentMessage(
  { newId }: Pick<ThreadRecordPorts, 'newId'>,
  {
    threadId,
    send,
    earlier,
  }: { readonly threadId: string; readonly send: Send; readonly earlier: readonly Send[] },
  { from_name, ...content }: SentContent,
): FullMessage {
  const sentAt = send.sent_at ?? send.created_at;
  return {
    id: newId('msg'),
    workspace_id: send.workspace_id,
    thread_id: threadId,
    contact_id: send.contact_id,
    direction: 'out',
    from: { name: from_name, email: send.from_email },
    to: send.contact_email === null ? [] : [send.contact_email],
    cc: [],
    subject: send.subject ?? '',
    sent_at: sentAt,
    message_id: bareMessageId(send.message_id),
    references: earlier.flatMap((one) => bareMessageId(one.message_id) ?? []),
    send_id: send.id,
    counted_send_id: null,
    intent: null,
    status: 'sent',
    error: null,
    attachments: [],
    at: sentAt,
    ...content,
  };
}
