import type { PlatformMessage } from '../platforms/index.ts';
import type { ClaimedSend, Email } from './ports.ts';

/** An email in the form in which platforms receive it. */
export function toPlatformMessage(send: ClaimedSend, email: Email): PlatformMessage {
  const { inReplyTo, references, unsubscribeUrl } = email;
  return {
    id: send.id,
    workspace_id: send.workspace_id,
    campaign_id: send.campaign_id,
    step_number: send.step_number,
    from: email.from,
    to: email.to,
    reply_to: email.replyTo,
    subject: email.subject,
    html: email.html,
    text: email.text,
    headers: {
      'Message-ID': email.messageId,
      ...(inReplyTo === null ? {} : { 'In-Reply-To': inReplyTo, References: references.join(' ') }),
      ...(unsubscribeUrl !== null && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
