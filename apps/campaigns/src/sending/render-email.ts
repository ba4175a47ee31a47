import { domainOf } from '@outreach/values';
import type { Campaign } from '../campaigns/index.ts';
import type { SentMessage } from '../outcomes/index.ts';
import type { SenderAccount } from '../sending-accounts/index.ts';
import {
  chooseVariant,
  StepTemplateError,
  stepTemplates,
  toTemplateData,
  type MergeInput,
  type SequenceContent,
  type Step,
} from '../sequences/index.ts';
import { sealRendering, type MessageIds } from '../sends/index.ts';
import { TemplateError, withinTime, type TemplateCache } from '../templates/index.ts';
import type { ClaimedSend, Email, Recipient, ThreadEmail } from './ports.ts';
import { threadOf } from './thread.ts';
import type { TrackingLinks } from '../tracking/index.ts';

/** Everything that an email is made of. */
export interface EmailParts {
  readonly send: ClaimedSend;
  readonly campaign: Campaign;
  readonly account: SenderAccount;
  readonly recipient: Recipient;
  readonly fallbackValues: MergeInput['fallbackValues'];
  readonly sequence: SequenceContent;
  readonly step: Step;
  /** The sent emails of the enrollment, in the order of their steps. */
  readonly sent: readonly ThreadEmail[];
}

export interface RenderEmailPorts {
  readonly templates: TemplateCache;
  readonly links: TrackingLinks;
  readonly messageIds: Pick<MessageIds, 'of'>;
  readonly sealer: { seal(plain: Uint8Array): Uint8Array };
}

export interface RenderedEmail {
  readonly email: Email;
  /** How the email was rendered, for its outcome. */
  readonly message: SentMessage;
}

/** Time limit in ms of all that an email is rendered with: its templates, the text part and its links. */
const EMAIL_MS_MAX = 250;

interface Rendering {
  readonly date: Date;
  /** @throws TemplateError when the time is over. */
  readonly checkTime: () => void;
}

/** Renders an email for its recipient. @throws StepTemplateError; TemplateError. */
function renderEmail(
  ports: RenderEmailPorts,
  parts: EmailParts,
  { date, checkTime }: Rendering,
): RenderedEmail {
  const { send, campaign, account, fallbackValues, sequence, step } = parts;
  const { stored: sender, record, trackingDomain } = account;
  const { contact, candidate } = parts.recipient;
  const variant = chooseVariant(step, send.contact_id);
  const { firstSubject, ...thread } = threadOf(step, { sent: parts.sent, steps: sequence.steps });
  const rendering = {
    sequence,
    step,
    variant,
    contactId: send.contact_id,
    data: toTemplateData({ contact, fallbackValues, sender: record }),
    at: date,
    ...(firstSubject === undefined ? {} : { firstSubject }),
  };
  const rendered = stepTemplates.renderStep(ports.templates, rendering);
  const html = rendered.body_html;
  const messageId = ports.messageIds.of(send.id, domainOf(sender.email));
  checkTime();
  const tracking = { ...trackedBy(campaign), onLink: checkTime };
  const { id, workspace_id, enrollment_id } = send;
  const linked = { id, workspace_id, enrollment_id, tracking_domain: trackingDomain };
  return {
    email: {
      messageId,
      from: { name: sender.from_name, address: sender.email },
      to: candidate.email,
      cc: [],
      replyTo: sender.reply_to,
      subject: rendered.subject,
      html: html === null ? null : ports.links.instrument(html, linked, tracking),
      text: rendered.body_text,
      ...thread,
      unsubscribeUrl: ports.links.unsubscribeUrl(linked),
      date,
    },
    message: { ...messageOf(ports, parts, rendering), message_id: messageId, subject: rendered.subject },
  };
}

/** How the email was rendered, for its send. */
function messageOf(
  { templates, sealer }: RenderEmailPorts,
  { account, recipient }: EmailParts,
  rendering: Parameters<typeof stepTemplates.renderStep>[1] & { readonly at: Date },
): Omit<SentMessage, 'message_id' | 'subject'> {
  const values = stepTemplates.valuesOfBodies(templates, rendering);
  return {
    variant_id: rendering.variant?.id ?? null,
    sequence_version: rendering.sequence.version,
    sealed_rendering: sealRendering(sealer, {
      at: rendering.at,
      from_name: account.stored.from_name,
      values,
    }),
    from_email: account.stored.email,
    contact_email: recipient.candidate.email,
  };
}

function trackedBy(campaign: Campaign): { readonly opens: boolean; readonly links: boolean } {
  return { opens: campaign.open_tracking_enabled, links: campaign.link_tracking_enabled };
}

/** Returns a public error text if a template cannot be rendered. */
export function tryRender(ports: RenderEmailPorts, parts: EmailParts, date: Date): RenderedEmail | string {
  try {
    return withinTime(EMAIL_MS_MAX, (checkTime) => renderEmail(ports, parts, { date, checkTime }));
  } catch (thrown) {
    if (thrown instanceof StepTemplateError || thrown instanceof TemplateError)
      return `A template cannot be rendered. ${thrown.message}`;
    throw thrown;
  }
}
