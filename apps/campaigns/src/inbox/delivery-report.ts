import type { SmtpReply } from '../feedback/index.ts';
import type { InboundMessage } from './message.ts';
import { parseReport, valueOf, type ReportFields } from './report-fields.ts';
import { reportedNames } from './send-references.ts';

export interface DeliveryReport {
  /** Local parts of Message-IDs that the report may be about, the most probable first. */
  readonly names: readonly string[];
  /** False for a report about a delay or a success. */
  readonly isFailure: boolean;
  readonly reply: SmtpReply;
}

const TEXT_CHARACTERS_MAX = 1_000;

/** A report in the form of RFC 3464; undefined for other messages. */
export function readDeliveryReport(message: InboundMessage): DeliveryReport | undefined {
  const part = message.parts.find(({ contentType }) => contentType.endsWith('delivery-status'));
  if (part === undefined) return undefined;
  const blocks = parseReport(part.text).filter((fields) => fields.has('action') || fields.has('status'));
  // One email has one recipient; a failed one decides for a report about several.
  const block = blocks.find((fields) => fields.get('action')?.toLowerCase() === 'failed') ?? blocks[0];
  if (block === undefined) return undefined;
  return {
    names: reportedNames(message),
    isFailure: isFailure(block),
    reply: toReply(block, message.text),
  };
}

/** RFC 3464 section 2.3.3. Without an action, the class of the status decides. */
function isFailure(block: ReportFields): boolean {
  const action = /^[a-z]+/.exec(block.get('action')?.toLowerCase() ?? '')?.[0];
  return action === undefined ? block.get('status')?.startsWith('5') === true : action === 'failed';
}

function toReply(block: ReportFields, explanation: string): SmtpReply {
  const diagnostic = valueOf(block.get('diagnostic-code'));
  const text = (diagnostic === '' ? explanation : diagnostic)
    .replaceAll(/\s+/g, ' ')
    .slice(0, TEXT_CHARACTERS_MAX);
  const { code, enhanced } = codesIn(diagnostic);
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(block.get('status') ?? '')?.[0] ?? null;
  return { code, enhanced: enhanced ?? status, text };
}

/** Code and status at the start of a reply: `550 5.1.1 User unknown` and `550-5.1.1`. */
export function codesIn(text: string): Pick<SmtpReply, 'code' | 'enhanced'> {
  const [, code, enhanced] = /\b([45]\d\d)[ -](?:#?([45]\.\d{1,3}\.\d{1,3})\b)?/.exec(text) ?? [];
  const bare = /(?:^|#)([45]\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1];
  return { code: code === undefined ? null : Number(code), enhanced: enhanced ?? bare ?? null };
}
