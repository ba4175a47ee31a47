import type { AuthMethods } from '../methods/index.ts';
import { checkUsername } from '../users/index.ts';
import type { PasswordResetPorts } from './ports.ts';
import { resetPassword } from './reset-password.ts';

/** These methods write without an idempotency key, so they are queries that open their own transactions. */
export function passwordResetMethods(ports: PasswordResetPorts): AuthMethods {
  return {
    requestPasswordReset: {
      scope: 'public',
      query: async (_ctx, { username }) => {
        ports.mail.requireConfigured();
        checkUsername(username);
        await ports.requests.add(username);
        return {};
      },
    },
    resetPassword: {
      scope: 'public',
      query: async (ctx, request) => {
        await resetPassword(ports, ctx, request);
        return {};
      },
    },
  };
}
