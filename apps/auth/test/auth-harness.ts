import { AuthServiceService } from '@outreach/contracts-auth';
import { createLogger, withCall } from '@outreach/service-kit';
import {
  createFakeClock,
  startService,
  testCall,
  testEnvironment,
  type FakeClock,
  type RunningApp,
} from '@outreach/testing';
import { buildDomain } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { createUser, createWorkspace } from '../src/domain/operator.ts';
import type { Deps } from '../src/domain/ports.ts';
import { authService } from '../src/grpc/auth-service.ts';

export const PASSWORD = 'correct horse battery';

export interface AuthUnderTest extends RunningApp<typeof AuthServiceService> {
  readonly deps: Deps;
  readonly clock: FakeClock;
}

/** The auth service on a database of its own, with a clock that tests move. */
export async function startAuth(): Promise<AuthUnderTest> {
  const { env, identities } = await testEnvironment('auth');
  const logger = createLogger({ name: 'auth', level: 'silent' });
  const tokenClock = createFakeClock(Date.now());
  const { base, deps } = buildDomain(loadConfig(env), { logger });
  const timed: Deps = { ...deps, clock: tokenClock };
  const app = base.toApp({ services: [authService(timed)] });
  const running = await startService(app, { service: 'auth', definition: AuthServiceService, identities });
  return { ...running, deps: timed, clock: tokenClock };
}

let counter = 0;

/** A workspace with its owner; names never repeat. */
export async function makeWorkspace(auth: AuthUnderTest, options: { tier?: string; keyLimit?: number } = {}) {
  counter += 1;
  const owner = `owner-${counter}@example.com`;
  return createWorkspace(auth.deps, testCall(''), {
    name: `Workspace ${counter}`,
    owner,
    password: PASSWORD,
    tier: options.tier,
    keyLimit: options.keyLimit,
    agency: undefined,
  });
}

export async function makeMember(auth: AuthUnderTest, workspaceId: string) {
  counter += 1;
  const username = `member-${counter}@example.com`;
  const ctx = testCall(workspaceId);
  return withCall(ctx, async () =>
    createUser(auth.deps, ctx, {
      workspaceId,
      username,
      password: PASSWORD,
      role: 'member',
      scopes: ['webhooks:read'],
    }),
  );
}
