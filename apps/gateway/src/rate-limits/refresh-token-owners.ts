import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LimitedUser } from './limit-uses.ts';

const OWNER_COUNT_MAX = 50_000;

/** The users of the refresh tokens that this process issued: their next refresh counts before it is attempted. */
export interface RefreshTokenOwners {
  add(refresh: string, owner: LimitedUser): void;
  ownerOf(refresh: string): LimitedUser | undefined;
}

/** Stores digests only; the least recently used are dropped first. */
export function createRefreshTokenOwners(): RefreshTokenOwners {
  const owners = new LRUCache<string, LimitedUser>({ max: OWNER_COUNT_MAX });
  return {
    add: (refresh, owner) => {
      owners.set(digest(refresh), owner);
    },
    ownerOf: (refresh) => owners.get(digest(refresh)),
  };
}

function digest(refresh: string): string {
  return hash('sha256', refresh, 'base64url');
}
