import { callRest, type Stack } from '@outreach/dev';
import { createKey, seedCredential } from '@outreach/dev/seed';
import { z } from 'zod';
import { contactBody } from './create.ts';
import type { Receiver } from './receiver-process.ts';

const GETS_PER_SECOND = 20;
const PAGES_PER_SECOND = 5;
const CREATES_PER_SECOND = 10;
/** The load stays below the limits of a key: 600 requests and 300 writes a minute. */
const KEYS = 8;
/** The contacts of a page. */
const CONTACTS = 60;
const TIMEOUT_MS = 30_000;
/** A failed delivery is repeated after some seconds. */
const DELIVERY_WAIT_MS_MAX = 30_000;
const DELIVERY_POLL_MS = 50;

/** Times in ms; a request counts from the time at which it was due. */
export interface Latencies {
  readonly reads: readonly number[];
  readonly creates: readonly number[];
  /** From the commit of the event to its arrival. */
  readonly deliveries: readonly number[];
  /** What was not answered with 2xx or not delivered, in one line. */
  readonly errors: string;
}

/** A customer that sends requests at a fixed rate and receives webhooks. */
export interface Customer {
  run(seconds: number): Promise<Latencies>;
}

export interface CustomerOptions {
  readonly stack: Stack;
  readonly seed: number;
  readonly receiver: Receiver;
}

const Created = z.looseObject({ id: z.string() });

/** Creates a workspace with keys, some contacts and an endpoint. */
export async function createCustomer({ stack, seed, receiver }: CustomerOptions): Promise<Customer> {
  const { apiKey } = await seedCredential(stack, 'Customer');
  const names = Array.from({ length: KEYS - 1 }, (_, index) => `Customer ${index}`);
  const keys = [apiKey, ...(await Promise.all(names.map(async (name) => createKey(stack, apiKey, name))))];
  const post = async (resource: string, body: unknown): Promise<string> =>
    (
      await callRest(stack.baseUrl, {
        method: 'POST',
        path: `/api/v1/${resource}/`,
        token: apiKey,
        body,
        answer: Created,
      })
    ).id;
  const ids: string[] = [];
  for (let index = 0; index < CONTACTS; index += 1)
    ids.push(await post('contacts', JSON.parse(contactBody(`own-${index}-${seed}`))));
  await post('webhooks', { name: 'Customer', url: receiver.url, event_subscriptions: ['contact.created'] });
  let createdCount = 0;
  const next = {
    get: (index: number): Request => ({
      method: 'GET',
      path: `/api/v1/contacts/${ids[index % ids.length] ?? ''}/`,
    }),
    page: (): Request => ({ method: 'GET', path: '/api/v1/contacts/?page_size=50' }),
    create: (): Request => {
      createdCount += 1;
      return {
        method: 'POST',
        path: '/api/v1/contacts/',
        body: contactBody(`new-${createdCount}-${seed}`),
      };
    },
  };
  return { run: async (seconds) => run({ baseUrl: stack.baseUrl, keys, receiver, next, seconds }) };
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

interface RunOptions {
  readonly baseUrl: string;
  readonly keys: readonly string[];
  readonly receiver: Receiver;
  readonly next: Readonly<Record<'get' | 'page' | 'create', (index: number) => Request>>;
  readonly seconds: number;
}

async function run({ baseUrl, keys, receiver, next, seconds }: RunOptions): Promise<Latencies> {
  const failures = new Map<string, number>();
  const sender: Sender = { baseUrl, keys, seconds, failures };
  receiver.arrivals.length = 0;
  const [gets, pages, creates] = await Promise.all([
    sendAtRate(sender, GETS_PER_SECOND, next.get),
    sendAtRate(sender, PAGES_PER_SECOND, next.page),
    sendAtRate(sender, CREATES_PER_SECOND, next.create),
  ]);
  await arrived(receiver, creates.length);
  const deliveries = receiver.arrivals.map(({ atMs, timestampMs }) => atMs - timestampMs);
  const missing = creates.length - new Set(receiver.arrivals.map(({ event }) => event)).size;
  const shown = [...failures].map(([status, count]) => `, ${status}: ${count}`).join('');
  const errorCount = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const errors = `${errorCount} errors${shown}; ${missing} deliveries missing`;
  return { reads: [...gets, ...pages], creates, deliveries, errors };
}

interface Sender {
  readonly baseUrl: string;
  readonly keys: readonly string[];
  readonly seconds: number;
  /** Count by status, or by the name of an exception. */
  readonly failures: Map<string, number>;
}

/** Starts each request when it is due, whether or not the previous ones are answered. Returns the latencies. */
async function sendAtRate(
  { baseUrl, keys, seconds, failures }: Sender,
  perSecond: number,
  next: (index: number) => Request,
): Promise<number[]> {
  const startMs = performance.now();
  const sendOne = async (index: number): Promise<number> => {
    const dueMs = startMs + (index * 1_000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    const problem = await send(baseUrl, keys[index % keys.length] ?? '', next(index));
    if (problem !== undefined) failures.set(problem, (failures.get(problem) ?? 0) + 1);
    return performance.now() - dueMs;
  };
  return Promise.all(Array.from({ length: perSecond * seconds }, async (_, index) => sendOne(index)));
}

/** Returns the status if it is not 2xx, or the name of the exception. */
async function send(
  baseUrl: string,
  key: string,
  { method, path, body }: Request,
): Promise<string | undefined> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body }),
    });
    await response.arrayBuffer();
    return response.ok ? undefined : String(response.status);
  } catch (thrown) {
    return thrown instanceof Error ? thrown.name : 'unknown';
  }
}

/** Waits until so many events arrived, or no longer. */
async function arrived({ arrivals }: Receiver, count: number): Promise<void> {
  const endMs = performance.now() + DELIVERY_WAIT_MS_MAX;
  while (arrivals.length < count && performance.now() < endMs)
    await new Promise((resolve) => setTimeout(resolve, DELIVERY_POLL_MS));
}
