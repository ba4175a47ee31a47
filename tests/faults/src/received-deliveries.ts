import type { ServerResponse } from 'node:http';
import { expect } from '@jest/globals';
import { startWebhookSink, type ReceivedWebhook } from '@outreach/testing/webhook-sink';
import { request } from './client.ts';

const HOOK_PATH = /^\/[^/]+/;

/** Receives the deliveries of several endpoints; a path is one endpoint. */
export interface DeliveryReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Calls `listener` with the next request that `isMet` accepts, before its response. The request gets no response. */
  atNext(isMet: () => boolean, listener: () => void): void;
  close(): Promise<void>;
}

/** Responds to each request with 200 after a delay of `delayMs`. */
export async function startDeliveryReceiver(delayMs: () => number): Promise<DeliveryReceiver> {
  const sink = await startWebhookSink();
  let trap: { readonly isMet: () => boolean; readonly listener: () => void } | undefined;
  sink.answerWith((_received, response) => {
    if (trap?.isMet() !== true) {
      setTimeout(() => endWith200(response), delayMs());
      return;
    }
    const { listener } = trap;
    trap = undefined;
    listener();
  });
  return {
    url: sink.url,
    received: sink.received,
    atNext: (isMet, listener) => {
      trap = { isMet, listener };
    },
    close: sink.close,
  };
}

function endWith200(response: ServerResponse): void {
  response.writeHead(200).end();
}

export interface ReceivingWorkspace {
  readonly baseUrl: string;
  readonly key: string;
  /** Paths of the receiver, one endpoint each. */
  readonly paths: readonly string[];
}

/** Creates an endpoint for each path of the receiver. Test deliveries of the creation are received too. */
export async function givenEndpoints(
  receiver: Pick<DeliveryReceiver, 'url'>,
  { baseUrl, key, paths }: ReceivingWorkspace,
  eventTypes: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const body = { name: path, url: `${receiver.url}${path}`, event_subscriptions: eventTypes };
    const { status } = await request(baseUrl, { route: '/api/v1/webhooks/', method: 'POST', key, body });
    expect(status).toBe(201);
  }
}

/** The deliveries of one endpoint, without tests. */
export interface EndpointHistory {
  /** Event id → sequences and bodies of its requests. */
  readonly byId: ReadonlyMap<string, readonly { readonly sequence: number; readonly body: string }[]>;
  /** Requests that repeated an event. */
  readonly doubleCount: number;
}

export function historyOf(received: readonly ReceivedWebhook[], path: string): EndpointHistory {
  const live = received.filter(
    (webhook) => HOOK_PATH.exec(webhook.path)?.[0] === path && 'webhook-sequence' in webhook.headers,
  );
  const byId = Map.groupBy(
    live.map(({ headers, body }) => ({
      id: headers['webhook-id'] ?? '',
      sequence: Number(headers['webhook-sequence']),
      body,
    })),
    ({ id }) => id,
  );
  return { byId, doubleCount: live.length - byId.size };
}

/** Each event arrived, nothing else arrived, and the sequences of the endpoint have no gap. */
export function expectHistory({ byId }: EndpointHistory, eventIds: ReadonlySet<string>): void {
  expect(byId.size).toBe(eventIds.size);
  expect([...byId.keys()].filter((id) => !eventIds.has(id))).toEqual([]);
  const sequences = [...byId.values()].map((requests) => new Set(requests.map(({ sequence }) => sequence)));
  expect(sequences.filter((own) => own.size !== 1)).toEqual([]);
  const numbers = sequences.flatMap((own) => [...own]).toSorted((one, other) => one - other);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const bodies = [...byId.values()].map((requests) => new Set(requests.map(({ body }) => body)));
  expect(bodies.filter((own) => own.size !== 1)).toEqual([]);
}
