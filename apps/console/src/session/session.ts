import { useSyncExternalStore } from 'react';
import { createSession, type SessionMessage, type SessionState } from './create-session.ts';
import { requestLogIn, requestLogOut, requestRefresh } from './session-requests.ts';

const SHARED_NAME = 'outreach-session';
const channel = new BroadcastChannel(SHARED_NAME);

/** The session of this page, which it shares with its other tabs. */
export const session = createSession({
  logIn: requestLogIn,
  refresh: requestRefresh,
  logOut: requestLogOut,
  share: (message) => channel.postMessage(message),
  // Pages without https have no locks, except on this machine; there the previous token is valid for 10 s.
  inTurn: async (run) => ('locks' in navigator ? navigator.locks.request(SHARED_NAME, run) : run()),
  wait: async (durationMs) =>
    new Promise((resolve) => {
      setTimeout(resolve, durationMs);
    }),
  nowMs: () => Date.now(),
});

channel.addEventListener('message', ({ data }: MessageEvent<SessionMessage>) => session.receive(data));

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.current);
}

/** True if the user has the scope, for example `campaigns:write`. An action without its scope is not offered. */
export function useCan(scope: string): boolean {
  const current = useSession();
  return current.status === 'in' && current.token.scopes.has(scope);
}
