import { headerOf, type InboundMessage } from './message.ts';

/** The local part of our Message-IDs is the id of the send in lower case. */
const MESSAGE_ID = /<(snd_[0-9a-hjkmnp-tv-z]{26})@[^<>\s]{1,255}>/gi;
const IDS_MAX = 20;

/** The ids of sends whose Message-IDs occur in the text, in its order. */
export function sendIdsIn(text: string): readonly string[] {
  const ids = [...text.matchAll(MESSAGE_ID)].map(([, id = '']) => `snd_${id.slice(4).toUpperCase()}`);
  return [...new Set(ids)].slice(0, IDS_MAX);
}

/** The sends that the message replies to, the closest first: In-Reply-To, then References from the last to the first. */
export function repliedSendIds(message: Pick<InboundMessage, 'headers'>): readonly string[] {
  const direct = sendIdsIn(headerOf(message, 'in-reply-to') ?? '');
  const thread = sendIdsIn(headerOf(message, 'references') ?? '').toReversed();
  return [...new Set([...direct, ...thread])];
}

/** The sends that the original in a report may be, the most probable first. */
export function reportedSendIds(
  message: Pick<InboundMessage, 'headers' | 'parts' | 'text'>,
): readonly string[] {
  const originals = message.parts.map(({ text }) => text);
  const texts = [...originals, message.text];
  const own = texts.flatMap((text) => sendIdsIn(messageIdLinesOf(text)));
  const named = texts.flatMap(sendIdsIn);
  return [...new Set([...own, ...repliedSendIds(message), ...named])].slice(0, IDS_MAX);
}

/** Only the own id of the original, not the ids of earlier messages in its References. */
function messageIdLinesOf(text: string): string {
  return [...text.matchAll(/^(?:x-)?(?:original-)?message-id:\s*(<[^<>\s]+>)/gim)]
    .map(([, id]) => id)
    .join(' ');
}
