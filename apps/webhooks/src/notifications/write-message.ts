import { LISTED_EVENTS_MAX, type NotifiedEvent } from './collected-events.ts';

const SUBJECT_CHARACTERS_MAX = 150;
/** A word joiner after `@` is not visible; the text is no mention then. */
const MENTION = /@(?=channel|here|everyone|all\b|group)/gi;
const WORD_JOINER = '\u2060';

/** One message about the events that were collected. */
export interface Message {
  readonly workspace_id: string;
  readonly listed: readonly NotifiedEvent[];
  readonly event_count: number;
}

export interface LetterText {
  readonly subject: string;
  readonly text: string;
}

/** The message as a plain text. */
export function writeLetter(message: Message, baseUrl: string): LetterText {
  const { listed, event_count: count } = message;
  const subject = count === 1 ? (listed[0]?.text ?? '') : `${count} notifications`;
  const events = listed.map(({ text, path }) => `${text}\n${baseUrl}${path}`);
  return {
    subject: Array.from(subject).slice(0, SUBJECT_CHARACTERS_MAX).join(''),
    text: [...events, ...others(message), `--\n${footer(message, baseUrl)}`].join('\n\n') + '\n',
  };
}

/**
 * The message as the body of a POST to an incoming webhook of Slack. Nothing in it is markup: the characters of links
 * and mentions are escaped, formatting is switched off, and Slack loads no page that a text names.
 */
export function writeSlackBody(message: Message, baseUrl: string): string {
  const events = message.listed.map(({ text, path }) => `${escaped(text)}\n${baseUrl}${path}`);
  const text = [...events, ...others(message), footer(message, baseUrl)].join('\n\n');
  return JSON.stringify({ text, mrkdwn: false, unfurl_links: false, unfurl_media: false });
}

function others({ listed, event_count: count }: Message): string[] {
  const more = count - Math.min(listed.length, LISTED_EVENTS_MAX);
  return more <= 0 ? [] : [`And ${more.toLocaleString('en')} more.`];
}

function footer({ workspace_id: id }: Message, baseUrl: string): string {
  return `Workspace ${id}. Change what you are notified of: ${baseUrl}/console/settings/notifications`;
}

/** https://docs.slack.dev/messaging/formatting-message-text: these three characters are markup everywhere. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(MENTION, `@${WORD_JOINER}`);
}
