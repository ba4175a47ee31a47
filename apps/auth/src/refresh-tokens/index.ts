import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { RefreshTokenStore } from './ports.ts';
import { createRefreshTokenStore } from './refresh-token.store.ts';

export type { RefreshTokenStore } from './ports.ts';
export type { RefreshToken } from './refresh-token.ts';

export interface RefreshTokens extends Feature {
  readonly store: RefreshTokenStore;
  readonly sessions: { endAll(userId: string): Promise<void> };
}

/** Stored refresh tokens in their families. */
export function createRefreshTokens({ mongo }: Pick<ServiceBase, 'mongo'>): RefreshTokens {
  const store = createRefreshTokenStore(mongo.connection);
  return { name: 'refresh-tokens', store, sessions: { endAll: store.removeOfUser } };
}
