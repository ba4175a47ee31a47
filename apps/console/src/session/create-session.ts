import { parseAccessToken, type AccessToken } from './access-token.ts';
import { SessionError, type Credentials } from './session-requests.ts';

/** A token is replaced this long before it ends. */
const EARLY_MS = 30_000;
/** Attempts to resume a session when the gateway limits or fails. */
const RESUME_ATTEMPTS = 3;
const RESUME_WAIT_MS = 2_000;

/** `unknown` until the cookie was tried once; `lost` when a session ended that was not logged out here. */
export type SessionState =
  { readonly status: 'unknown' | 'out' | 'lost' } | { readonly status: 'in'; readonly token: AccessToken };

/** What a tab sends to the others. */
export type SessionMessage = { readonly access: string } | { readonly loggedOut: true };

export interface SessionPorts {
  readonly logIn: (credentials: Credentials) => Promise<string>;
  readonly refresh: () => Promise<string>;
  readonly logOut: () => Promise<void>;
  readonly share: (message: SessionMessage) => void;
  /** Runs one tab after the other. */
  readonly inTurn: (run: () => Promise<string>) => Promise<string>;
  readonly wait: (durationMs: number) => Promise<void>;
  readonly nowMs: () => number;
}

export interface Session {
  readonly current: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The token for the next request. */
  readonly accessToken: () => Promise<string>;
  readonly refresh: () => Promise<string>;
  /** Tries the cookie when the page opens. Only a refusal means that there is no session; other failures are repeated. */
  readonly resume: () => Promise<void>;
  /** @throws SessionError with the reason of the API. */
  readonly logIn: (credentials: Credentials) => Promise<void>;
  readonly logOut: () => Promise<void>;
  /** A message of another tab. */
  readonly receive: (message: SessionMessage) => void;
}

/** A session: the access token is in memory, the refresh token in a cookie that scripts cannot read. */
export function createSession(ports: SessionPorts): Session {
  const store = createStore();
  const refresh = createRefresh(ports, store);
  return {
    current: store.current,
    subscribe: store.subscribe,
    refresh,
    accessToken: async () => {
      const state = store.current();
      const isFresh = state.status === 'in' && state.token.expiresAtMs - ports.nowMs() > EARLY_MS;
      return isFresh ? state.token.text : refresh();
    },
    resume: async () => {
      const isUnknown = (): boolean => store.current().status === 'unknown';
      for (let attempt = 1; attempt <= RESUME_ATTEMPTS && isUnknown(); attempt += 1) {
        const waitMs = await refresh().then(() => 0, waitAfter);
        if (attempt < RESUME_ATTEMPTS && isUnknown()) await ports.wait(waitMs);
      }
      if (isUnknown()) store.change({ status: 'out' });
    },
    logIn: async (credentials) => {
      const access = await ports.logIn(credentials);
      ports.share({ access });
      store.enter(access);
    },
    logOut: async () => {
      await ports.logOut();
      ports.share({ loggedOut: true });
      store.change({ status: 'out' });
    },
    receive: (message) => {
      if ('access' in message) store.enter(message.access);
      else store.change({ status: 'out' });
    },
  };
}

interface Store {
  readonly current: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly change: (next: SessionState) => void;
  /** Stores a token and returns it. */
  readonly enter: (access: string) => string;
}

function createStore(): Store {
  const listeners = new Set<() => void>();
  let state: SessionState = { status: 'unknown' };
  const change = (next: SessionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change,
    enter: (access) => {
      change({ status: 'in', token: parseAccessToken(access) });
      return access;
    },
  };
}

/** Refreshes in turn with the other tabs. A tab that has waited takes the token of the other one. */
function createRefresh(ports: SessionPorts, store: Store): () => Promise<string> {
  let running: Promise<string> | undefined;
  const inTurn = async (): Promise<string> => {
    const before = store.current();
    try {
      return await ports.inTurn(async () => {
        const now = store.current();
        if (now !== before && now.status === 'in') return now.token.text;
        const access = await ports.refresh();
        ports.share({ access });
        return store.enter(access);
      });
    } catch (thrown) {
      if (thrown instanceof SessionError && thrown.status === 401) {
        const { status } = store.current();
        store.change({ status: status === 'in' || status === 'lost' ? 'lost' : 'out' });
      }
      throw thrown;
    }
  };
  return async () => {
    running ??= inTurn().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** The time until the next attempt to resume. */
function waitAfter(thrown: unknown): number {
  const seconds = thrown instanceof SessionError ? thrown.retryAfterSeconds : undefined;
  return seconds === undefined ? RESUME_WAIT_MS : seconds * 1_000;
}
