import { createClient } from '@outreach/client';
import { session } from '../session/session.ts';

/** The API of this origin, with the session of this page. */
export const outreach = createClient({
  baseUrl: '',
  credentials: { accessToken: session.accessToken, refresh: session.refresh },
});
