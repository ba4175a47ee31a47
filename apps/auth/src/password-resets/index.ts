import type { ServiceBase } from '@outreach/app-kit';
import type { AuthFeature } from '../methods/index.ts';
import { passwordResetMethods } from './password-resets.rpc.ts';
import type { PasswordResetPorts } from './ports.ts';
import { createResetRequests } from './reset-request.store.ts';
import { createResetTokenStore } from './reset-token.store.ts';
import { writeLettersJob } from './write-letters.job.ts';

/** New passwords by a link in a letter. */
export function createPasswordResets(
  base: ServiceBase,
  { mail, users }: Pick<PasswordResetPorts, 'mail' | 'users'>,
): AuthFeature {
  const { requests, queue, usernameOf } = createResetRequests(base);
  const ports = { users, mail, tokens: createResetTokenStore(base.mongo.connection), clock: base.clock };
  const transactionIn = async <T>(workspaceId: string, fn: () => Promise<T>): Promise<T> =>
    base.inWorkspace({ workspaceId }, async () => base.units.unitOfWork(fn));
  return {
    name: 'password-resets',
    methods: passwordResetMethods({ ...ports, requests, transactionIn }),
    jobs: [writeLettersJob({ ...ports, queue, usernameOf, base })],
  };
}
