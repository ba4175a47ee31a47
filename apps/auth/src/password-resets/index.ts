import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { Mail } from '../mail/index.ts';
import type { Users } from '../users/index.ts';
import { passwordResetMethods, type PasswordResetMethods } from './password-resets.rpc.ts';
import { createResetRequests } from './reset-request.store.ts';
import { createResetTokenStore } from './reset-token.store.ts';
import { writeLettersJob } from './write-letters.job.ts';

const LEASE_MS = 15_000;

export interface PasswordResetsNeeds {
  readonly mail: Mail;
  readonly users: Users;
}

/** New passwords by a link in a letter. */
export function createPasswordResets(
  base: ServiceBase,
  { mail, users }: PasswordResetsNeeds,
): Feature<PasswordResetMethods> {
  const { clock, ids, sealer, logger, units } = base;
  const { connection } = base.mongo;
  const shared = { clock, ids, sealer, connection, leaseMs: LEASE_MS };
  const { requests, queue, usernameOf } = createResetRequests(shared);
  const unitOfWork = async <T>(fn: () => Promise<T>): Promise<T> => units.unitOfWork(async () => fn());
  const ports = {
    users: users.directory,
    passwords: users.passwords,
    replacePassword: users.replacePassword,
    tokens: createResetTokenStore(connection),
    mail,
    clock,
  };
  const work = { queue, usernameOf, unitOfWork, logger };
  const transactionIn = async <T>(workspaceId: string, fn: () => Promise<T>): Promise<T> =>
    base.inWorkspace({ workspaceId }, async () => unitOfWork(fn));
  return {
    name: 'password-resets',
    methods: passwordResetMethods({
      ...ports,
      requests,
      requireConfigured: mail.requireConfigured,
      transactionIn,
    }),
    jobs: [writeLettersJob({ ...ports, ...work })],
  };
}
