import { headerOf, type InboundMessage } from './message.ts';

/** The local part of our Message-IDs is the id of the send and its mac. */
const MESSAGE_ID = /<(snd_[0-9a-hjkmnp-tv-z]{26}\.[0-9a-f]{16})@[^<>\s]{1,255}>/gi;
const NAMES_MAX = 20;

/** Local parts of Message-IDs in the text that have the form of ours, in its order. Anybody can have written them. */
export function namesIn(text: string): readonly string[] {
  const names = [...text.matchAll(MESSAGE_ID)].map(([, name = '']) => name.toLowerCase());
  return [...new Set(names)].slice(0, NAMES_MAX);
}

/** The emails that the message replies to, the closest first: In-Reply-To, then References from the last to the first. */
export function repliedNames(message: Pick<InboundMessage, 'headers'>): readonly string[] {
  const direct = namesIn(headerOf(message, 'in-reply-to') ?? '');
  const thread = namesIn(headerOf(message, 'references') ?? '').toReversed();
  return [...new Set([...direct, ...thread])];
}

/** The emails that the original in a report may be, the most probable first. */
export function reportedNames(
  message: Pick<InboundMessage, 'headers' | 'parts' | 'text'>,
): readonly string[] {
  const originals = message.parts.map(({ text }) => text);
  const texts = [...originals, message.text];
  const own = texts.flatMap((text) => namesIn(messageIdLinesOf(text)));
  const named = texts.flatMap(namesIn);
  return [...new Set([...own, ...repliedNames(message), ...named])].slice(0, NAMES_MAX);
}

/** Only the own id of the original, not the ids of earlier messages in its References. */
function messageIdLinesOf(text: string): string {
  return [...text.matchAll(/^(?:x-)?(?:original-)?message-id:\s*(<[^<>\s]+>)/gim)]
    .map(([, id]) => id)
    .join(' ');
}
