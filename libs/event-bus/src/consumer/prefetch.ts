/** Messages that a consumer holds at most: the batch in the handler and the messages behind it. */
export const PREFETCH_MAX = 512;
/** Messages that a consumer requests before it has handled any. */
const PREFETCH_FIRST = 128;
/** The part of the acknowledgement time within which a consumer handles what it holds. */
const ACK_WAIT_SHARE = 0.5;

/** How many messages a consumer may hold, from the rate of its last batch. */
export interface Prefetch {
  limit(): number;
  /** Records a handled batch. */
  record(messageCount: number, ms: number): void;
}

/**
 * A slow batch lowers the limit at once, each faster batch doubles it at most. Example: with 15 s to acknowledge, a
 * handler that needs 1 s for each message holds 7 messages.
 */
export function createPrefetch(ackWaitMs: number): Prefetch {
  let limit = PREFETCH_FIRST;
  return {
    limit: () => limit,
    record: (messageCount, ms) => {
      const inTime = Math.floor((messageCount / Math.max(ms, 1)) * ackWaitMs * ACK_WAIT_SHARE);
      limit = Math.max(1, Math.min(inTime, limit * 2, PREFETCH_MAX));
    },
  };
}
