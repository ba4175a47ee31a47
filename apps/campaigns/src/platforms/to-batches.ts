import type { PlatformMessage } from './ports.ts';

/** Messages of one request. */
export const MESSAGES_MAX = 100;
/** A batch has at most this size in JSON; a single larger message is not submitted. */
export const BATCH_BYTES_MAX = 4 * 1_048_576;
/** Room for the fields around the messages. */
const FRAME_BYTES_MAX = 4_096;

/** Messages of one request, and their JSON. */
export interface Batch {
  readonly ids: readonly string[];
  readonly body: string;
}

export interface Batches {
  readonly batches: readonly Batch[];
  /** Ids of messages that do not fit into a batch. */
  readonly tooLargeIds: readonly string[];
}

export interface BatchFrame {
  readonly platform: string;
  /** The address for results. */
  readonly callback_url: string;
}

/** Divides messages into batches of at most 100 messages and 4 MiB. */
export function toBatches(messages: readonly PlatformMessage[], frame: BatchFrame): Batches {
  const tooLargeIds: string[] = [];
  const groups: { ids: string[]; texts: string[] }[] = [];
  let bytes = Infinity;
  for (const message of messages) {
    const json = JSON.stringify(message);
    const size = Buffer.byteLength(json) + 1;
    if (size > BATCH_BYTES_MAX - FRAME_BYTES_MAX) {
      tooLargeIds.push(message.id);
      continue;
    }
    bytes += size;
    const last = groups.at(-1);
    if (last !== undefined && bytes <= BATCH_BYTES_MAX - FRAME_BYTES_MAX && last.ids.length < MESSAGES_MAX) {
      last.ids.push(message.id);
      last.texts.push(json);
    } else {
      groups.push({ ids: [message.id], texts: [json] });
      bytes = size;
    }
  }
  const { platform, callback_url: callbackUrl } = frame;
  const head = JSON.stringify({ platform, callback_url: callbackUrl }).slice(0, -1);
  return {
    batches: groups.map(({ ids, texts }) => ({ ids, body: `${head},"messages":[${texts.join(',')}]}` })),
    tooLargeIds,
  };
}
