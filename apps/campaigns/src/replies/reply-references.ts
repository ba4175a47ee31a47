import type { Message } from '../threads/index.ts';

/** Message-IDs of one header. Of a longer conversation, the first one and the last ones are named. */
const REFERENCES_MAX = 50;
/** A Message-ID without angle brackets that a header can contain. */
const MESSAGE_ID = /^[!-;=?-~]{1,250}$/;

/**
 * The Message-IDs of the conversation after a message, without angle brackets, the oldest first (RFC 5322 §3.6.4): those
 * before the message, and its own. The last one is the In-Reply-To of an answer.
 */
export function referencesAfter({
  references,
  message_id: id,
}: Pick<Message, 'references' | 'message_id'>): readonly string[] {
  const all = [...references, ...(id === null ? [] : [id])].filter((one) => MESSAGE_ID.test(one));
  // An id that is named twice counts where it is named last.
  const ids = [...new Set(all.toReversed())].toReversed();
  return ids.length <= REFERENCES_MAX ? ids : [...ids.slice(0, 1), ...ids.slice(1 - REFERENCES_MAX)];
}
