import { queryClient } from '../data/query-client.ts';
import { forgetOthers } from './forget-others.ts';
import { session } from './session.ts';

/** The user whose pages are shown. */
export const pageUser = forgetOthers(session, sessionStorage, () => {
  queryClient.clear();
  sessionStorage.clear();
});
