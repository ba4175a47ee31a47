import { useSession } from '../../session/use-session.ts';
import type { Caller } from './user-rank.ts';

/** The role and the scopes of the user who is logged in. */
export function useCaller(): Caller {
  const current = useSession();
  return current.status === 'in' ? current.token : { role: '', scopes: new Set() };
}
