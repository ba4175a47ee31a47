import { ImapFlow, type MailboxObject } from 'imapflow';
import { TEST_MS_MAX, type MailConnectionOptions } from './connect.client.ts';
import { failureText } from './failure-text.client.ts';
import { imapOptionsOf } from './imap-options.client.ts';
import { ImapFailed, type ImapConnection, type ImapFolder, type ImapMessage } from './imap-ports.ts';
import type { ServerLogin } from './ports.ts';

/** The start of a message has its headers, its text and the original of a report. */
export const SOURCE_BYTES_MAX = 262_144;
/** The server is not trusted with more memory. */
const LITERAL_BYTES_MAX = 2 * SOURCE_BYTES_MAX;
const LINE_BYTES_MAX = 4_194_304;
const RESPONSE_BYTES_MAX = 8_388_608;
/** Without an answer for this time the connection counts as lost. */
const SILENCE_MS_MAX = 120_000;

/** Logs in. The signal closes the connection. @throws ImapFailed. */
export async function connectImap(
  options: MailConnectionOptions,
  login: ServerLogin,
  signal: AbortSignal,
): Promise<ImapConnection> {
  return guarded(async () => {
    const client = new ImapFlow({
      ...imapOptionsOf(options, login),
      socketTimeout: SILENCE_MS_MAX,
      maxLineLength: LINE_BYTES_MAX,
      maxLiteralSize: LITERAL_BYTES_MAX,
      maxResponseSize: RESPONSE_BYTES_MAX,
    });
    client.on('error', () => undefined);
    const close = (): void => client.close();
    signal.addEventListener('abort', close, { once: true });
    client.once('close', () => signal.removeEventListener('abort', close));
    const timer = setTimeout(close, TEST_MS_MAX);
    try {
      if (signal.aborted) close();
      await client.connect();
      return toConnection(client);
    } catch (thrown) {
      close();
      throw thrown;
    } finally {
      clearTimeout(timer);
    }
  });
}

function toConnection(client: ImapFlow): ImapConnection {
  const events = watchEvents(client);
  const search = async (query: Parameters<ImapFlow['search']>[0]): Promise<readonly number[]> => {
    const found = await client.search(query, { uid: true });
    return found === false || found === undefined ? [] : found.toSorted((one, other) => one - other);
  };
  return {
    findFolders: async () =>
      guarded(async () => {
        const folders = await client.list();
        const pathOf = (use: string): string | undefined =>
          folders.find(({ specialUse }) => specialUse === use)?.path;
        return { junk: pathOf(String.raw`\Junk`), sent: pathOf(String.raw`\Sent`) };
      }),
    open: async (path) =>
      guarded(async () => {
        events.forget();
        return toFolder(await client.mailboxOpen(path, { readOnly: true }));
      }),
    status: async (path) => guarded(async () => statusOf(client, path)),
    findFrom: async (from) =>
      guarded(async () => {
        events.forget();
        const found = await search({ uid: `${from}:*` });
        // `*` is the last message, also if its UID is lower.
        return found.filter((uid) => uid >= from);
      }),
    findSince: async (since) => guarded(async () => search({ since })),
    hasMessage: async (messageId) =>
      guarded(async () => (await search({ header: { 'message-id': messageId } })).length > 0),
    fetch: (uids) => fetchMessages(client, uids),
    waitForMessages: async (ms, signal) =>
      guarded(async () => waitForMessages({ client, events, ms }, signal)),
    close: () => client.close(),
  };
}

function toFolder({ uidValidity, uidNext }: Pick<MailboxObject, 'uidValidity' | 'uidNext'>): ImapFolder {
  return { uidValidity: Number(uidValidity), uidNext };
}

async function statusOf(client: ImapFlow, path: string): Promise<ImapFolder | undefined> {
  const found = await client.status(path, { uidNext: true, uidValidity: true });
  if (found === false || found.uidNext === undefined || found.uidValidity === undefined) return undefined;
  return toFolder({ uidNext: found.uidNext, uidValidity: found.uidValidity });
}

async function* fetchMessages(
  client: ImapFlow,
  uids: readonly number[],
): AsyncGenerator<ImapMessage, void, undefined> {
  const query = { uid: true, internalDate: true, source: { start: 0, maxLength: SOURCE_BYTES_MAX } };
  const messages = client.fetch(uids.join(','), query, { uid: true });
  for (;;) {
    const { done, value } = await guarded(async () => messages.next());
    if (done === true) return;
    // Servers may report other messages unasked.
    if (value?.source === undefined || !uids.includes(value.uid)) continue;
    yield { uid: value.uid, receivedAt: new Date(value.internalDate ?? Date.now()), source: value.source };
  }
}

/** Notes that messages have arrived since the last search. */
interface ImapEvents {
  forget(): void;
  /** Resolves when a message has arrived or the connection is closed. */
  next(): Promise<void>;
}

function watchEvents(client: ImapFlow): ImapEvents {
  let { promise, resolve } = Promise.withResolvers<void>();
  let isClosed = false;
  client.on('exists', () => resolve());
  client.once('close', () => {
    isClosed = true;
    resolve();
  });
  return {
    next: async () => promise,
    forget: () => {
      if (!isClosed) ({ promise, resolve } = Promise.withResolvers<void>());
    },
  };
}

interface Waiting {
  readonly client: ImapFlow;
  readonly events: ImapEvents;
  readonly ms: number;
}

/** IDLE (RFC 2177) ends with the next command. A server without it is asked after the time. */
async function waitForMessages({ client, events, ms }: Waiting, signal: AbortSignal): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const hasIdle = client.capabilities.has('IDLE');
  // The idling ends by itself; a failure closes the connection, which the next command reports.
  if (hasIdle) client.idle().catch(() => undefined);
  await Promise.race([ended, events.next()]);
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
  if (!hasIdle && client.usable && !signal.aborted) await client.noop();
}

async function guarded<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof ImapFailed) throw thrown;
    throw new ImapFailed(failureText(thrown));
  }
}
