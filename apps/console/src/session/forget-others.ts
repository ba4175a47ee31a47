import type { Session } from './create-session.ts';

/** The user whose texts the session storage has. */
const STORED_NAME = 'user-of-texts';

export interface PageUser {
  /** The user of the page, also while the session is lost; empty before the first log-in. */
  readonly current: () => string;
}

/**
 * Forgets what a user has loaded and typed when another user logs in, in this tab or in another one, and when the user
 * logs out. A lost session keeps everything for the same user.
 */
export function forgetOthers(
  session: Pick<Session, 'current' | 'subscribe'>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  forget: () => void,
): PageUser {
  let user = '';
  session.subscribe(() => {
    const state = session.current();
    if (state.status === 'out' && user !== '') {
      user = '';
      forget();
    }
    if (state.status !== 'in' || state.token.userId === user) return;
    user = state.token.userId;
    const before = storage.getItem(STORED_NAME);
    if (before !== null && before !== user) forget();
    storage.setItem(STORED_NAME, user);
  });
  return { current: () => user };
}
