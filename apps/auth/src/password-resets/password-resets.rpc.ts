import type { AuthServiceService } from '@outreach/contracts-auth';
import type { MethodsOf } from '@outreach/service-kit/rpc';
import { checkUsername } from '../users/index.ts';
import type { ResetRequests } from './ports.ts';
import { resetPassword, type ResetPasswordPorts } from './reset-password.ts';

export type PasswordResetMethods = MethodsOf<
  typeof AuthServiceService,
  'requestPasswordReset' | 'resetPassword'
>;

export interface PasswordResetMethodPorts extends ResetPasswordPorts {
  readonly requests: ResetRequests;
  /** @throws AppError failed_precondition, code mail_not_configured. */
  readonly requireConfigured: () => void;
}

/** These methods write without an idempotency key, so they are queries that open their own transactions. */
export function passwordResetMethods(ports: PasswordResetMethodPorts): PasswordResetMethods {
  return {
    requestPasswordReset: {
      scope: 'public',
      query: async (_ctx, { username }) => {
        ports.requireConfigured();
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
