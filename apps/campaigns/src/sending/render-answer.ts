import { domainOf } from '@outreach/values';
import type { MessageIds } from '../sends/index.ts';
import type { MessageBody } from '../threads/index.ts';
import type { ReadyAnswer } from './prepare-sends.ts';
import type { RenderedEmail } from './render-email.ts';

/** An answer as it was written: without pixel, other links and unsubscribe headers. */
export function renderAnswer(
  messageIds: Pick<MessageIds, 'of'>,
  { send, account, message, to }: ReadyAnswer,
  { body, date }: { readonly body: MessageBody; readonly date: Date },
): RenderedEmail {
  const { stored: sender } = account;
  const messageId = messageIds.of(send.id, domainOf(sender.email));
  const references = message.references.map((id) => `<${id}>`);
  return {
    email: {
      messageId,
      from: { name: sender.from_name, address: sender.email },
      to,
      cc: message.cc,
      replyTo: sender.reply_to,
      subject: message.subject,
      html: body.outgoing_html ?? body.body_html,
      text: body.body_text,
      inReplyTo: references.at(-1) ?? null,
      references,
      unsubscribeUrl: null,
      date,
    },
    message: {
      message_id: messageId,
      subject: message.subject,
      variant_id: null,
      sequence_version: null,
      sealed_rendering: null,
      refused_cc: [],
      from_email: sender.email,
      contact_email: to,
    },
  };
}
