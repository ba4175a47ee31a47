import type { IncomingMessage } from 'node:http';
import { ByteBuffer } from './byte-buffer.ts';
import { HttpRefusal } from '../refusals.ts';

export interface ReceiveOptions {
  /** Timeout for the whole body. */
  readonly timeoutMs: number;
  /** Longest time without a byte while the consumer waits. */
  readonly idleMsMax?: number;
  /** Ends the reading early, without an error. */
  readonly signal?: AbortSignal;
}

/** The socket is read again when the consumer has taken so much. */
const PIECE_BYTES = 65_536;

/**
 * The bytes of a body as they arrive, in pieces of at most 128 KiB. The socket is not read while the consumer works on a
 * full piece. A chunk costs the same with one byte and with many, so a body with Transfer-Encoding takes turns with
 * other ones once its chunks are small: all of them together use about a fifteenth of the event loop.
 * @throws HttpRefusal `too_slow` after a timeout, `unreadable` when the client disconnects before the end.
 */
export async function* receiveBytes(
  req: IncomingMessage,
  { timeoutMs, idleMsMax = timeoutMs, signal }: ReceiveOptions,
): AsyncGenerator<Buffer, void, undefined> {
  const receiver = new Receiver(req, signal);
  const endsAtMs = performance.now() + timeoutMs;
  try {
    for (;;) {
      const leftMs = endsAtMs - performance.now();
      // A body that always has bytes to read ends too.
      if (leftMs <= 0) throw tooSlow();
      await receiver.waitForBytes(Math.min(idleMsMax, leftMs));
      if (isChunked(req)) await waitForTurn(receiver, endsAtMs);
      const bytes = receiver.take();
      if (bytes.length > 0) yield bytes;
      if (receiver.isDone()) return;
      receiver.release();
    }
  } finally {
    receiver.stop();
  }
}

function tooSlow(): HttpRefusal {
  return new HttpRefusal('too_slow', { Connection: 'close' });
}

/** True for a body of unknown length. */
export function isChunked(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined;
}

/** Reads the rest of a body and ignores it, so that the connection can be used again. */
export function discardBytes(req: IncomingMessage): void {
  if (req.readableEnded || req.destroyed) return;
  // Without a length nothing limits the number of chunks; Node reads any other rest itself.
  if (!isChunked(req)) {
    if (req.readableDidRead) req.resume();
    return;
  }
  const discard = async (): Promise<void> => {
    const source = receiveBytes(req, { timeoutMs: DISCARD_TIMEOUT_MS });
    while ((await source.next()).done !== true);
  };
  discard().catch(() => req.destroy());
}

const DISCARD_TIMEOUT_MS = 30_000;
/** Pieces are held back by the size of a read, not by this limit. */
const HELD_BYTES_MAX = Number.MAX_SAFE_INTEGER;

/** Receives one piece at a time and pauses the socket in between. */
class Receiver {
  readonly #req: IncomingMessage;
  #bytes = new ByteBuffer(HELD_BYTES_MAX);
  #chunkCount = 0;
  /** Chunks of the whole body, less one for every 64 bytes. */
  #smallChunkCount = 0;
  #isHeld = false;
  #isClosed = false;
  #wake: (() => void) | undefined;
  readonly #signal: AbortSignal | undefined;

  constructor(req: IncomingMessage, signal: AbortSignal | undefined) {
    this.#req = req;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onEnd);
    req.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose).on('error', this.#onClose);
  }

  /** Chunks of the current piece. */
  get chunkCount(): number {
    return this.#chunkCount;
  }

  /** True when the body has many chunks that are smaller than 64 bytes. */
  get hasSmallChunks(): boolean {
    return this.#smallChunkCount > SMALL_CHUNKS_MAX;
  }

  /** True after the end of the body, and after an abort. */
  isDone(): boolean {
    return this.#req.readableEnded || this.#signal?.aborted === true;
  }

  async waitForBytes(timeoutMs: number): Promise<void> {
    if (this.#bytes.length > 0 || this.isDone()) return;
    if (this.#isClosed || this.#req.destroyed) throw new HttpRefusal('unreadable');
    await new Promise<void>((resolve, reject) => {
      const onLate = (): void => reject(tooSlow());
      const timer = setTimeout(onLate, Math.max(timeoutMs, 0));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
    if (this.#bytes.length === 0 && !this.isDone()) throw new HttpRefusal('unreadable');
  }

  /** The received bytes; the next piece has memory of its own. */
  take(): Buffer {
    const bytes = this.#bytes.view();
    this.#bytes = new ByteBuffer(HELD_BYTES_MAX);
    this.#chunkCount = 0;
    return bytes;
  }

  /** Reads the socket again. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#req.socket.off('resume', this.#pauseSocket).resume();
  }

  stop(): void {
    this.#signal?.removeEventListener('abort', this.#onEnd);
    this.#req.off('data', this.#onData).off('end', this.#onEnd);
    this.#req.off('close', this.#onClose).off('error', this.#onClose);
    this.release();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#bytes.append(chunk);
    this.#chunkCount += 1;
    this.#smallChunkCount += 1 - chunk.length / SMALL_CHUNK_BYTES;
    this.#hold();
    this.#wake?.();
  };

  readonly #onEnd = (): void => this.#wake?.();

  readonly #onClose = (): void => {
    this.#isClosed = true;
    this.#wake?.();
  };

  /** Node resumes the socket whenever the request could hold more bytes, so it is paused again each time. */
  #hold(): void {
    if (this.#isHeld || (this.#bytes.length < PIECE_BYTES && !isChunked(this.#req))) return;
    this.#isHeld = true;
    this.#req.socket.on('resume', this.#pauseSocket).pause();
  }

  readonly #pauseSocket = (): void => void this.#req.socket.pause();
}

const SMALL_CHUNK_BYTES = 64;
/** Small chunks of a body that are read without a rest. */
const SMALL_CHUNKS_MAX = 1_024;
/** About fifteen times the processor time of a chunk. */
const REST_MS_PER_CHUNK = 0.03;

interface Turn {
  restMs: number;
  readonly take: () => void;
}

const turns: Turn[] = [];

/**
 * Resolves when the piece is complete. Bodies with small chunks wait in order, each for a rest by its chunks.
 * @throws HttpRefusal `too_slow` when the time of the body ends first.
 */
async function waitForTurn(receiver: Receiver, endsAtMs: number): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  if (!receiver.hasSmallChunks) return;
  await new Promise<void>((resolve, reject) => {
    const turn: Turn = { restMs: receiver.chunkCount * REST_MS_PER_CHUNK, take: finish };
    const timer = setTimeout(onLate, Math.max(endsAtMs - performance.now(), 0));
    function finish(): void {
      clearTimeout(timer);
      resolve();
    }
    function onLate(): void {
      // The turn stays in the order, without a rest.
      turn.restMs = 0;
      reject(tooSlow());
    }
    if (turns.push(turn) === 1) rest();
  });
}

function rest(): void {
  const [turn] = turns;
  if (turn !== undefined) setTimeout(takeTurn, turn.restMs);
}

function takeTurn(): void {
  turns.shift()?.take();
  rest();
}
