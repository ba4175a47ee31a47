import { apiKey as keyCredentials, createClient } from '@outreach/client';
import type { Access } from './profiles/profiles.ts';
import type { Client } from './session.ts';

/** A client for a server. Its requests end when the signal is aborted. */
export function connectTo({ url, apiKey }: Access, signal: AbortSignal): Client {
  return createClient({ baseUrl: url, credentials: keyCredentials(apiKey), signal });
}
