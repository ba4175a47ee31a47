import { codesIn, type DeliveryReport } from './delivery-report.ts';
import { headerOf, type InboundMessage } from './message.ts';
import { reportedNames } from './send-references.ts';

const SENDERS =
  /mailer-daemon|mail-daemon|postmaster@|mail delivery (?:sub)?system|microsoftexchange[0-9a-f]{8,}|^"?microsoft outlook"? </i;
const SUBJECTS =
  /undeliver|deliver(?:y|ed) (?:status|fail|problem|has failed)|failure notice|returned mail|returned to sender|mail delivery|delivery (?:incomplete|error)|unzustellbar|nicht zugestellt|non remis|non distribu|échec de la remise|no se puede entregar|no entregado|devuelto|mancato recapito|impossibile recapitare|onbestelbaar|niet bezorgd|não (?:entregue|foi entregue)|não é possível entregar/i;
const DELAYS =
  /delayed|will (?:continue|keep) (?:to )?try|will be retried|still trying|verz[öo]ger|no action is required/i;
/** Everything below is a copy of the original. */
const COPY =
  /^-{2,} ?(?:below this line|this is a copy|the body of the message|original message|\s*message header)|^original message (?:headers|follows)|^received: /im;
const REPLY_LINES_MAX = 3;
const TEXT_CHARACTERS_MAX = 1_000;

/** A bounce that is no RFC 3464 report: the forms of qmail, Exim, Exchange and similar servers. */
export function readPlainBounce(message: InboundMessage): DeliveryReport | undefined {
  if (!isBounce(message)) return undefined;
  const report = reportOf(message.text);
  const text = replyOf(report);
  return {
    names: reportedNames(message),
    isFailure: !DELAYS.test(`${message.subject}\n${report}`),
    reply: { ...codesIn(text), text },
  };
}

/** The sender is a mail system, and the subject or a header names a failure. */
function isBounce(message: InboundMessage): boolean {
  const { headers, subject } = message;
  if (headers.has('x-failed-recipients') || headers.has('x-ms-exchange-message-is-ndr')) return true;
  const isFromSystem = SENDERS.test(headerOf(message, 'from') ?? '');
  return (
    isFromSystem && (SUBJECTS.test(subject) || /^hi\. this is the qmail-send program/i.test(message.text))
  );
}

function reportOf(text: string): string {
  const copy = text.search(COPY);
  return copy === -1 ? text : text.slice(0, copy);
}

/** The lines with the answer of the server; all lines if none has a code. */
function replyOf(report: string): string {
  const lines = report.split('\n').map((line) => line.trim());
  const start = lines.findIndex((line) =>
    /\b[45]\d\d[ -](?:[45]\.\d|[a-z<])|#[45]\.\d{1,3}\.\d{1,3}/i.test(line),
  );
  const reply = start === -1 ? lines : lines.slice(start, start + REPLY_LINES_MAX);
  return quotedReply(reply.join(' ')).replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_CHARACTERS_MAX);
}

/** `Remote Server returned '550 5.1.1 User unknown'` contains the reply in quotes. */
function quotedReply(text: string): string {
  return (
    /['<"#]\s?((?:#)?[45]\d\d [^'">]{3,500})/.exec(text)?.[1] ??
    text.replace(/^.{0,200}?(?=\b[45]\d\d[ -])/, '')
  );
}
