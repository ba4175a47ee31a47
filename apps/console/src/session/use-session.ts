import { useSyncExternalStore } from 'react';
import type { SessionState } from './create-session.ts';
import { session } from './session.ts';

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.current);
}

/** True if the user has the scope, for example `campaigns:write`. An action without its scope is not offered. */
export function useCan(scope: string): boolean {
  const current = useSession();
  return current.status === 'in' && current.token.scopes.has(scope);
}
