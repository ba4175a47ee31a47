import { parseAccessToken, type AccessToken } from './access-token.ts';
import { requestLogIn, requestLogOut, requestRefresh, SessionError } from './session-requests.ts';

/** A token is replaced this long before it ends. */
const EARLY_MS = 30_000;
/** Attempts to resume a session when the gateway limits or fails. */
const RESUME_ATTEMPTS = 3;
const RESUME_WAIT_MS = 2_000;
const SHARED_NAME = 'outreach-session';

/** `unknown` until the cookie was tried once; `lost` when a session ended that was not logged out here. */
export type SessionState =
  { readonly status: 'unknown' | 'out' | 'lost' } | { readonly status: 'in'; readonly token: AccessToken };

type Message = { readonly access: string } | { readonly loggedOut: true };

const channel = new BroadcastChannel(SHARED_NAME);
const listeners = new Set<() => void>();
let state: SessionState = { status: 'unknown' };
let refreshing: Promise<string> | undefined;

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function enter(access: string): string {
  change({ status: 'in', token: parseAccessToken(access) });
  return access;
}

function leave(): void {
  change({ status: state.status === 'in' || state.status === 'lost' ? 'lost' : 'out' });
}

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if ('access' in data) enter(data.access);
  else change({ status: 'out' });
});

function share(message: Message): void {
  channel.postMessage(message);
}

/** Tabs refresh one after the other. A tab that has waited takes the token of the other one. */
async function refreshInTurn(): Promise<string> {
  const before = state;
  const run = async (): Promise<string> => {
    if (state !== before && state.status === 'in') return state.token.text;
    const access = await requestRefresh();
    share({ access });
    return enter(access);
  };
  try {
    // Pages without https have no locks, except on this machine; there the previous token is valid for 10 s.
    return await ('locks' in navigator ? navigator.locks.request(SHARED_NAME, run) : run());
  } catch (thrown) {
    if (thrown instanceof SessionError && thrown.status === 401) leave();
    throw thrown;
  }
}

async function refresh(): Promise<string> {
  refreshing ??= refreshInTurn().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** The time until the next attempt; none after a refusal. */
function waitAfter(thrown: unknown): number {
  if (!(thrown instanceof SessionError)) return RESUME_WAIT_MS;
  if (thrown.status === 401) return 0;
  return thrown.retryAfterSeconds === undefined ? RESUME_WAIT_MS : thrown.retryAfterSeconds * 1_000;
}

/** The session of this page: the access token is in memory, the refresh token in a cookie that scripts cannot read. */
export const session = {
  current: (): SessionState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** The token for the next request. */
  accessToken: async (): Promise<string> => {
    const isFresh = state.status === 'in' && state.token.expiresAtMs - Date.now() > EARLY_MS;
    return isFresh && state.status === 'in' ? state.token.text : refresh();
  },
  refresh,
  /** Tries the cookie when the page opens. Only a refusal means that there is no session; other failures are repeated. */
  resume: async (): Promise<void> => {
    for (let attempt = 1; attempt <= RESUME_ATTEMPTS && state.status === 'unknown'; attempt += 1) {
      const waitMs = await refresh().then(() => 0, waitAfter);
      if (attempt < RESUME_ATTEMPTS) await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    if (state.status === 'unknown') change({ status: 'out' });
  },
  /** @throws SessionError with the reason of the API. */
  logIn: async (username: string, password: string): Promise<void> => {
    const access = await requestLogIn(username, password);
    share({ access });
    enter(access);
  },
  logOut: async (): Promise<void> => {
    await requestLogOut();
    share({ loggedOut: true });
    change({ status: 'out' });
  },
};
