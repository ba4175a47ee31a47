import type { FeedbackOutcome } from '../feedback/index.ts';
import { ownText, scoreText, snippetOf } from '../reply-intents/index.ts';
import { textOf, toBounce } from './read-answer.ts';
import type { PlatformResult } from './result.ts';

const OWN_TEXT_CHARACTERS_MAX = 2_000;

/** The outcome that a result reports. A time in the future, or without a time, is now. */
export function toOutcome(result: PlatformResult, now: Date): FeedbackOutcome {
  const of = { sendId: result.send_id, at: timeOf(result, now) };
  switch (result.type) {
    case 'delivered':
      return { kind: 'confirmed', ...of };
    case 'bounced':
      return { kind: 'bounce_reported', ...of, ...toBounce(result) };
    case 'failed':
      return {
        kind: 'failure_reported',
        ...of,
        error: textOf(result.text, 'The platform did not send the email.'),
      };
    case 'opened':
      return { kind: 'opened', ...of, isMachine: result.is_machine };
    case 'clicked':
      return { kind: 'clicked', ...of, url: result.url, isMachine: result.is_machine };
    case 'unsubscribed':
      return { kind: 'unsubscribed', ...of };
    case 'complained':
      return { kind: 'complained', ...of };
    case 'replied': {
      const own = ownText(result.text).slice(0, OWN_TEXT_CHARACTERS_MAX);
      return { kind: 'replied', ...of, intent: result.intent ?? scoreText(own), snippet: snippetOf(own) };
    }
  }
}

function timeOf({ at }: PlatformResult, now: Date): Date {
  const time = at === undefined ? now : new Date(at);
  return time > now ? now : time;
}
