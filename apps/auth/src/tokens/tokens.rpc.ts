import type { AuthMethods } from '../methods/index.ts';
import { logIn } from './log-in.ts';
import type { TokenPorts } from './ports.ts';
import { refresh, revokeRefreshToken } from './refresh.ts';

/** These methods write without an idempotency key, so they are queries that open their own transactions. */
export function tokenMethods(ports: TokenPorts): AuthMethods {
  return {
    createToken: {
      scope: 'public',
      query: async (ctx, request) => ({ tokens: await logIn(ports, ctx, request) }),
    },
    refreshToken: {
      scope: 'public',
      query: async (_ctx, { refresh: token }) => ({ tokens: await refresh(ports, token) }),
    },
    revokeToken: {
      scope: 'public',
      query: async (_ctx, { refresh: token }) => {
        await revokeRefreshToken(ports, token);
        return {};
      },
    },
  };
}
