import type { InboundMessage } from './message.ts';
import { parseReport } from './report-fields.ts';
import { reportedNames } from './send-references.ts';

export interface FeedbackReport {
  /** Local parts of Message-IDs that the report may be about, the most probable first. */
  readonly names: readonly string[];
  /** False for reports about authentication and about messages that are no spam. */
  readonly isComplaint: boolean;
}

/** RFC 5965 section 7.3 and RFC 6591: these reports are no complaints of a recipient. */
const OTHER_TYPES: ReadonlySet<string> = new Set(['not-spam', 'auth-failure', 'dmarc']);

/** A report of a mailbox provider that a recipient has marked an email as spam (RFC 5965). */
export function readFeedbackReport(message: InboundMessage): FeedbackReport | undefined {
  const part = message.parts.find(({ contentType }) => contentType === 'message/feedback-report');
  if (part !== undefined) {
    const [fields = new Map<string, string>()] = parseReport(part.text);
    return {
      names: reportedNames(message),
      isComplaint: !OTHER_TYPES.has(fields.get('feedback-type')?.toLowerCase() ?? ''),
    };
  }
  return readOutlookReport(message);
}

/** Outlook.com sends the original as a part, with the recipient in a header of its own. */
function readOutlookReport(message: InboundMessage): FeedbackReport | undefined {
  if (!message.parts.some(({ text }) => /^x-hmxmroriginalrecipient:/im.test(text))) return undefined;
  return { names: reportedNames(message), isComplaint: true };
}
