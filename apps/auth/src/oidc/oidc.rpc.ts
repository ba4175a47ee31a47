import { authErrors } from '@outreach/contracts-auth';
import type { CompleteOidcLogInRequest } from '@outreach/contracts-auth/gen/auth.ts';
import type { CallContext } from '@outreach/service-kit';
import { counter } from '@outreach/service-kit/metrics';
import { AppError } from '@outreach/errors';
import type { AuthMethods } from '../methods/index.ts';
import { completeLogIn } from './complete-log-in.ts';
import type { OidcPorts } from './ports.ts';
import { startLogIn } from './start-log-in.ts';

const logIns = counter(
  'oidc_log_ins_total',
  'Log-ins by the identity provider that came back, by outcome: succeeded, or the reason of the refusal.',
  ['outcome'],
);

/** These methods write without an idempotency key, so they are queries that open their own transactions. */
export function oidcMethods(ports: OidcPorts | undefined): AuthMethods {
  const required = (): OidcPorts => {
    if (ports === undefined) throw authErrors.oidcNotConfigured.make();
    return ports;
  };
  return {
    getLogInMethods: {
      scope: 'public',
      query: async () => Promise.resolve({ oidc: ports !== undefined }),
    },
    startOidcLogIn: {
      scope: 'public',
      isOutbound: true,
      query: async (_ctx, request) => startLogIn(required(), request),
    },
    completeOidcLogIn: {
      scope: 'public',
      isOutbound: true,
      query: async (ctx, request) => ({ tokens: await counted(required(), ctx, request) }),
    },
  };
}

async function counted(ports: OidcPorts, ctx: CallContext, callback: CompleteOidcLogInRequest) {
  try {
    const tokens = await completeLogIn(ports, ctx, callback);
    logIns.inc({ outcome: 'succeeded' });
    return tokens;
  } catch (thrown) {
    const reason = thrown instanceof AppError ? thrown.details['reason'] : undefined;
    logIns.inc({ outcome: typeof reason === 'string' ? reason : 'failed' });
    throw thrown;
  }
}
