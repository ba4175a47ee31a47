import type { JsMsg } from 'nats';

/** A batch that runs longer releases its messages: its handler may hang. */
const HANDLING_MS_MAX = 120_000;
/** Held messages are extended several times within the acknowledgement time. */
const EXTENSIONS_PER_ACK_WAIT = 3;

type HeldMessage = Pick<JsMsg, 'working'>;

export interface ExtendOptions {
  readonly ackWaitMs: number;
  readonly waiting: { all(): readonly HeldMessage[] };
  /** Gives the waiting messages back to the broker. */
  readonly release: () => Promise<void>;
  readonly handlingMsMax?: number;
}

/** Extends the acknowledgement time of held messages, so that no other consumer receives them meanwhile. */
export interface Extending {
  /** Runs `work`, the handling of the batch. Returns its duration in ms. */
  during(batch: readonly HeldMessage[], work: () => Promise<void>): Promise<number>;
  stop(): void;
}

export function extendHeld(options: ExtendOptions): Extending {
  const { ackWaitMs, waiting, release, handlingMsMax = HANDLING_MS_MAX } = options;
  let running: { readonly batch: readonly HeldMessage[]; readonly sinceMs: number } | undefined;
  let isReleased = false;
  const extend = (): void => {
    if (running !== undefined && performance.now() - running.sinceMs > handlingMsMax) {
      if (!isReleased) release().catch(() => undefined);
      isReleased = true;
      return;
    }
    for (const message of [...(running?.batch ?? []), ...waiting.all()]) tryToExtend(message);
  };
  const timer = setInterval(extend, ackWaitMs / EXTENSIONS_PER_ACK_WAIT);
  return {
    during: async (batch, work) => {
      const sinceMs = performance.now();
      running = { batch, sinceMs };
      isReleased = false;
      try {
        await work();
      } finally {
        running = undefined;
      }
      return performance.now() - sinceMs;
    },
    stop: () => clearInterval(timer),
  };
}

/** Without a connection the broker delivers the message again. */
function tryToExtend(message: HeldMessage): void {
  try {
    message.working();
  } catch {
    return;
  }
}
