import { hash } from 'node:crypto';
import type { LimitedUser } from './which-limits.ts';

const OWNER_COUNT_MAX = 50_000;

/** Remembers whose refresh tokens this process handed out, so that their next use can be counted before it is made. */
export interface RefreshOwners {
  remember(refresh: string, owner: LimitedUser): void;
  ownerOf(refresh: string): LimitedUser | undefined;
}

/** Digests only, and the oldest go first. */
export function createRefreshOwners(): RefreshOwners {
  const owners = new Map<string, LimitedUser>();
  return {
    remember: (refresh, owner) => {
      if (owners.size >= OWNER_COUNT_MAX)
        for (const oldest of [owners.keys().next().value ?? '']) owners.delete(oldest);
      owners.set(digest(refresh), owner);
    },
    ownerOf: (refresh) => owners.get(digest(refresh)),
  };
}

function digest(refresh: string): string {
  return hash('sha256', refresh, 'base64url');
}
