import { setTimeout as delay } from 'node:timers/promises';
import { ImapFlow, type MailboxObject } from 'imapflow';
import { TEST_MS_MAX, type MailConnectionOptions } from './connect.client.ts';
import { failureText } from './failure-text.client.ts';
import { imapOptionsOf } from './imap-options.client.ts';
import {
  ImapFailed,
  type ImapConnection,
  type ImapFolder,
  type ImapMessage,
  type MessageWait,
} from './imap-ports.ts';
import { listedFiles } from './listed-files.client.ts';
import type { ServerLogin } from './ports.ts';
import { isAuthenticationFailure, withCredentials, type Credentials } from './with-credentials.ts';

/** The start of a message has its headers, its text and the original of a report. */
export const SOURCE_BYTES_MAX = 262_144;
/** The server is not trusted with more memory. */
const LITERAL_BYTES_MAX = 2 * SOURCE_BYTES_MAX;
const LINE_BYTES_MAX = 1_048_576;
const RESPONSE_BYTES_MAX = 1_048_576;
/** Messages of one fetch: at most 1 MiB. */
const PART_MESSAGES = 4;
/** Other messages that a server may report meanwhile. */
const OTHERS_MAX = 10_000;
/** A server that sends more in the time of one command is disconnected. */
const COMMAND_BYTES_MAX = 8_388_608;
const COMMAND_CHECK_MS = 100;
/** Most connections wait most of the time. */
const WAIT_CHECK_MS = 1_000;
/** A command takes at most this long, however little the server sends at a time. */
const COMMAND_MS_MAX = 120_000;
const CLOSED = 'The server closed the connection.';
/** A command that has failed ends within this time after its connection is closed. */
const FAILURE_MS = 50;
/** Without an answer for this time the connection counts as lost. */
const SILENCE_MS_MAX = 120_000;

/** Logs in. The signal closes the connection. @throws ImapFailed. */
export async function connectImap(
  options: MailConnectionOptions,
  login: ServerLogin,
  signal: AbortSignal,
): Promise<ImapConnection> {
  return guarded(async () =>
    withCredentials(login, async (credentials) => connectWith(options, { login, credentials }, signal)),
  );
}

interface Login {
  readonly login: ServerLogin;
  readonly credentials: Credentials | null;
}

async function connectWith(
  options: MailConnectionOptions,
  login: Login,
  signal: AbortSignal,
): Promise<ImapConnection> {
  const client = createClient(options, login);
  const run = untilClosed(client);
  const close = (): void => client.close();
  signal.addEventListener('abort', close, { once: true });
  client.once('close', () => signal.removeEventListener('abort', close));
  const timer = setTimeout(close, TEST_MS_MAX);
  try {
    if (signal.aborted) throw new ImapFailed(CLOSED);
    await run(async () => client.connect());
    // The commands of a closed client return at once, without a result.
    return toConnection(client, async (command, time) => {
      if (!client.usable) throw new ImapFailed(CLOSED);
      return run(command, time);
    });
  } catch (thrown) {
    close();
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

function createClient(options: MailConnectionOptions, { login, credentials }: Login): ImapFlow {
  const client = new ImapFlow({
    ...imapOptionsOf(options, login, credentials),
    socketTimeout: SILENCE_MS_MAX,
    maxLineLength: LINE_BYTES_MAX,
    maxLiteralSize: LITERAL_BYTES_MAX,
    maxResponseSize: RESPONSE_BYTES_MAX,
  });
  client.on('error', () => undefined);
  return client;
}

/** Runs a command of the client. @throws ImapFailed when it fails, or when the connection closes meanwhile. */
type RunCommand = <T>(command: () => Promise<T>, time?: CommandTime) => Promise<T>;

interface CommandTime {
  readonly msMax: number;
  readonly checkMs: number;
}

const COMMAND_TIME: CommandTime = { msMax: COMMAND_MS_MAX, checkMs: COMMAND_CHECK_MS };

/** The client does not end every command when the connection closes. */
function untilClosed(client: ImapFlow): RunCommand {
  const { promise: closed, reject } = Promise.withResolvers<never>();
  closed.catch(() => undefined);
  client.once('close', () => reject(new ImapFailed(CLOSED)));
  return async (command, time = COMMAND_TIME) =>
    guarded(async () => {
      const stopWatch = closeIfExcessive(client, time);
      const running = command();
      // The reason of a failed command is better than the text of the closed connection that it causes.
      const late = closed.catch(async (err: unknown) => Promise.race([running, pause(err)]));
      return Promise.race([running, late]).finally(stopWatch);
    });
}

/** Closes the connection when a command takes too long, or the server sends too much meanwhile. */
function closeIfExcessive(client: ImapFlow, { msMax, checkMs }: CommandTime): () => void {
  const before = client.stats().received;
  const startedAtMs = performance.now();
  const timer = setInterval(() => {
    const isLate = performance.now() - startedAtMs > msMax;
    if (isLate || client.stats().received - before > COMMAND_BYTES_MAX) client.close();
  }, checkMs);
  return () => clearInterval(timer);
}

async function pause(err: unknown): Promise<never> {
  await delay(FAILURE_MS);
  throw err;
}

function toConnection(client: ImapFlow, run: RunCommand): ImapConnection {
  const events = watchEvents(client);
  const search = async (query: Parameters<ImapFlow['search']>[0]): Promise<readonly number[]> => {
    const found = await client.search(query, { uid: true });
    if (found === false || found === undefined) throw new ImapFailed('The server refused a search.');
    return found.toSorted((one, other) => one - other);
  };
  return {
    findFolders: async () =>
      run(async () => {
        const folders = await client.list();
        const pathOf = (use: string): string | undefined =>
          folders.find(({ specialUse }) => specialUse === use)?.path;
        return { junk: pathOf(String.raw`\Junk`), sent: pathOf(String.raw`\Sent`) };
      }),
    open: async (path) =>
      run(async () => {
        events.forget();
        return toFolder(await client.mailboxOpen(path, { readOnly: true }));
      }),
    status: async (path) => run(async () => statusOf(client, path)),
    findFrom: async (from) =>
      run(async () => {
        events.forget();
        const found = await search({ uid: `${from}:*` });
        // `*` is the last message, also if its UID is lower.
        return found.filter((uid) => uid >= from);
      }),
    findSince: async (since) => run(async () => search({ since })),
    hasMessage: async (messageId) =>
      run(async () => (await search({ header: { 'message-id': messageId } })).length > 0),
    fetch: (uids) => fetchMessages(client, run, uids),
    listFiles: async (uid) =>
      run(async () => {
        const found = await client.fetchOne(`${uid}`, { uid: true, bodyStructure: true }, { uid: true });
        return found === false || found.bodyStructure === undefined ? [] : listedFiles(found.bodyStructure);
      }),
    waitForMessages: async (wait, signal) =>
      run(async () => waitForMessages({ client, events, ...wait }, signal), {
        msMax: wait.maxMs + COMMAND_MS_MAX,
        checkMs: WAIT_CHECK_MS,
      }),
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
  run: RunCommand,
  uids: readonly number[],
): AsyncGenerator<ImapMessage, void, undefined> {
  for (let start = 0; start < uids.length; start += PART_MESSAGES)
    yield* fetchPart(client, run, uids.slice(start, start + PART_MESSAGES));
}

async function* fetchPart(
  client: ImapFlow,
  run: RunCommand,
  uids: readonly number[],
): AsyncGenerator<ImapMessage, void, undefined> {
  const query = { uid: true, internalDate: true, source: { start: 0, maxLength: SOURCE_BYTES_MAX } };
  const messages = client.fetch(uids.join(','), query, { uid: true });
  const wanted = new Set(uids);
  for (let others = 0; others <= OTHERS_MAX;) {
    const { done, value } = await run(async () => messages.next());
    if (done === true) return;
    // Servers may report other messages unasked.
    if (value.source === undefined || !wanted.delete(value.uid)) others += 1;
    else
      yield {
        uid: value.uid,
        receivedAt: new Date(value.internalDate ?? Date.now()),
        source: value.source,
        isCut: value.source.length >= SOURCE_BYTES_MAX,
      };
  }
  throw new ImapFailed('The server sent messages that were not requested.');
}

/** Notes that messages have arrived since the last search. */
interface ImapEvents {
  forget(): void;
  /** Resolves when a message has arrived or the connection is closed. */
  next(): Promise<unknown>;
}

function watchEvents(client: ImapFlow): ImapEvents {
  let { promise, resolve } = Promise.withResolvers<unknown>();
  let isClosed = false;
  client.on('exists', () => resolve(undefined));
  client.once('close', () => {
    isClosed = true;
    resolve(undefined);
  });
  return {
    next: async () => promise,
    forget: () => {
      if (!isClosed) ({ promise, resolve } = Promise.withResolvers<unknown>());
    },
  };
}

/** IDLE (RFC 2177) ends with the next command. A server without it is asked after the time. */
async function waitForMessages(
  { client, events, minMs, maxMs }: MessageWait & { readonly client: ImapFlow; readonly events: ImapEvents },
  signal: AbortSignal,
): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<unknown>();
  const end = (): void => resolve(undefined);
  const timer = setTimeout(end, maxMs);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const hasIdle = client.capabilities.has('IDLE');
  // The idling ends by itself; a failure closes the connection, which the next command reports.
  if (hasIdle) client.idle().catch(() => undefined);
  await Promise.race([
    ended,
    Promise.all([events.next(), delay(Math.min(minMs, maxMs), undefined, { ref: false })]),
  ]);
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
  if (!hasIdle && client.usable && !signal.aborted) await client.noop();
}

async function guarded<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof ImapFailed) throw thrown;
    throw new ImapFailed(failureText(thrown), isAuthenticationFailure(thrown));
  }
}
