import { hash } from 'node:crypto';

const OWNER_COUNT_MAX = 50_000;

/** Remembers whose refresh tokens this process handed out, so that their next use can be counted before it is made. */
export interface RefreshOwners {
  remember(refresh: string, userId: string): void;
  ownerOf(refresh: string): string | undefined;
}

/** Digests only, and the oldest go first. */
export function createRefreshOwners(): RefreshOwners {
  const owners = new Map<string, string>();
  return {
    remember: (refresh, userId) => {
      if (owners.size >= OWNER_COUNT_MAX)
        for (const oldest of [owners.keys().next().value ?? '']) owners.delete(oldest);
      owners.set(digest(refresh), userId);
    },
    ownerOf: (refresh) => owners.get(digest(refresh)),
  };
}

function digest(refresh: string): string {
  return hash('sha256', refresh, 'base64url');
}
