/** Connections to mailboxes of one process. */
export interface ConnectionLimits {
  readonly connectionsMax: number;
  /** Of these, connections of one workspace. */
  readonly connectionsPerWorkspaceMax: number;
}

/** A connection that is not read in this time gives its place away too: slow servers do not hold the places of others. */
const UNREAD_MS_MAX = 30_000;

/** The time of one mailbox on a connection. */
export interface Turn {
  /** Aborts when another mailbox has to be read. */
  readonly signal: AbortSignal;
  /** The mailbox has been read: its connection may end. */
  markRead(): void;
  stop(): void;
}

interface Session {
  readonly startedAtMs: number;
  readonly end: AbortController;
  isRead: boolean;
}

/** Mailboxes that are due and have no connection, by workspace. */
export type WaitingMailboxes = ReadonlyMap<string, number>;

/**
 * Ends connections when more mailboxes are due than connections are left, so that all are read in turns: the connection
 * that began first ends first. A workspace with more connections gives them to one with fewer.
 */
export class MailboxTurns {
  readonly #limits: ConnectionLimits;
  readonly #nowMs: () => number;
  readonly #sessions = new Map<string, Set<Session>>();

  constructor(limits: ConnectionLimits, nowMs: () => number) {
    this.#limits = limits;
    this.#nowMs = nowMs;
  }

  start(workspaceId: string): Turn {
    const session: Session = { startedAtMs: this.#nowMs(), end: new AbortController(), isRead: false };
    const own = this.#sessions.get(workspaceId) ?? new Set();
    this.#sessions.set(workspaceId, own.add(session));
    return {
      signal: session.end.signal,
      markRead: () => {
        session.isRead = true;
      },
      stop: () => {
        own.delete(session);
        if (own.size === 0 && this.#sessions.get(workspaceId) === own) this.#sessions.delete(workspaceId);
      },
    };
  }

  /** True if a due mailbox may have to wait. */
  isFull(): boolean {
    const counts = [...this.#counts().values()];
    const total = counts.reduce((sum, count) => sum + count, 0);
    return total >= this.#limits.connectionsMax || this.#hasFullWorkspace(counts);
  }

  /** Ends as many connections as waiting mailboxes need. */
  makeRoom(waiting: WaitingMailboxes): void {
    const { connectionsMax, connectionsPerWorkspaceMax } = this.#limits;
    const counts = this.#counts();
    let free = connectionsMax - [...counts.values()].reduce((sum, count) => sum + count, 0);
    for (const [workspaceId, waitingCount] of waiting)
      for (let served = 0; served < waitingCount; served += 1) {
        const own = counts.get(workspaceId) ?? 0;
        if (own < connectionsPerWorkspaceMax && free > 0) free -= 1;
        else {
          const giver = own >= connectionsPerWorkspaceMax ? workspaceId : giverFor(workspaceId, counts);
          if (giver === undefined || !this.#endOldest(giver)) break;
          counts.set(giver, (counts.get(giver) ?? 1) - 1);
        }
        counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
      }
  }

  #hasFullWorkspace(counts: readonly number[]): boolean {
    return counts.some((count) => count >= this.#limits.connectionsPerWorkspaceMax);
  }

  /** Connections that have not been ended, by workspace. */
  #counts(): Map<string, number> {
    return new Map(
      [...this.#sessions].map(([id, own]) => [id, [...own].filter(({ end }) => !end.signal.aborted).length]),
    );
  }

  /** False if no connection of the workspace can end yet. */
  #endOldest(workspaceId: string): boolean {
    const latestStartMs = this.#nowMs() - UNREAD_MS_MAX;
    for (const { startedAtMs, end, isRead } of this.#sessions.get(workspaceId) ?? []) {
      if (end.signal.aborted || (!isRead && startedAtMs > latestStartMs)) continue;
      end.abort();
      return true;
    }
    return false;
  }
}

/** The workspace with the most connections; the own one if no other has more. */
function giverFor(workspaceId: string, counts: ReadonlyMap<string, number>): string | undefined {
  let giver = workspaceId;
  let most = counts.get(workspaceId) ?? 0;
  for (const [id, count] of counts)
    if (count > most) {
      giver = id;
      most = count;
    }
  return most === 0 ? undefined : giver;
}
