import { adminCommands, defineService, type CommandTable, type ServiceApp } from '@outreach/app-kit';
import { AuthServiceService } from '@outreach/contracts-auth';
import { ensureTopology, subjectOf, topologyOf } from '@outreach/event-bus';
import type { DomainEvent } from '@outreach/event-schema';
import { createLogger } from '@outreach/service-kit';
import {
  connected,
  createFakeClock,
  createTestIdentities,
  startService,
  testEnvironment,
  type FakeClock,
  type RunningApp,
  type TestIdentities,
} from '@outreach/testing';
import { z } from 'zod';
import { authFeatures, authService } from '../src/app.ts';

export const PASSWORD = 'correct horse battery';

export interface AuthUnderTest extends RunningApp<typeof AuthServiceService> {
  readonly commands: CommandTable;
  /** The clock of the features. Identities and deadlines of calls use the clock of the system. */
  readonly clock: FakeClock;
  readonly connection: ServiceApp['base']['mongo']['connection'];
  readonly base: ServiceApp['base'];
  /** Settings of a second process of this service. */
  readonly shared: Readonly<Record<string, string>>;
  /** Publishes events of another service. */
  publish(service: string, ...events: readonly DomainEvent[]): Promise<void>;
  /** Signs calls of another service. */
  readonly otherService: TestIdentities['signer'];
}

/** Starts the auth service on its own database, with a clock that tests move. Warnings are added to `logLines`. */
export async function startAuth(
  settings: Readonly<Record<string, string>> = {},
  logLines?: string[],
): Promise<AuthUnderTest> {
  const { env, identities } = await testEnvironment('auth');
  const other = await createTestIdentities('campaigns');
  const publicKeys = [identities.publicKeys, other.publicKeys].flatMap(({ keys }) => keys);
  env['IDENTITY_PUBLIC_KEYS'] = JSON.stringify({ keys: publicKeys });
  Object.assign(env, settings);
  const destination = { write: (line: string) => void logLines?.push(line) };
  const logger = createLogger({
    name: 'auth',
    level: logLines === undefined ? 'silent' : 'warn',
    destination,
  });
  const clock = createFakeClock(Date.now());
  const timed = defineService({
    name: 'auth',
    config: authService.config,
    rpc: AuthServiceService,
    features: (base, config) => authFeatures({ ...base, clock }, config),
  });
  const app = timed.build(authService.config.load(env), { logger });
  const running = await startService(app, { service: 'auth', definition: AuthServiceService, identities });
  return {
    ...running,
    commands: adminCommands(app),
    clock,
    connection: app.base.mongo.connection,
    base: app.base,
    shared: Object.fromEntries(
      ['MONGODB_URI', 'MONGODB_DATABASE', 'SERVICE_KEY'].map((name) => [name, env[name] ?? '']),
    ),
    publish: async (service, ...events) => {
      const { link, streams } = app.base;
      const connection = await connected(link);
      await ensureTopology(connection, topologyOf(streams, service));
      const jetstream = connection.jetstream();
      for (const event of events)
        await jetstream.publish(subjectOf(streams, service, event.type), JSON.stringify(event));
    },
    otherService: other.signer,
  };
}

let counter = 0;

const UserReply = z.object({ id: z.string(), username: z.string() });
const WorkspaceReply = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  user: UserReply,
});

export async function operate(
  { commands }: AuthUnderTest,
  command: string,
  { flags, scopes = [] }: { flags: Record<string, string | undefined>; scopes?: readonly string[] },
): Promise<object> {
  const entry = commands[command];
  if (entry === undefined) throw new Error(`There is no command ${command}.`);
  return entry.run({ flags, lists: { scope: scopes } });
}

/** Creates a workspace with its owner; names never repeat. */
export async function makeWorkspace(auth: AuthUnderTest, options: { tier?: string; keyLimit?: number } = {}) {
  counter += 1;
  const flags = {
    name: `Workspace ${counter}`,
    owner: `owner-${counter}@example.com`,
    password: PASSWORD,
    tier: options.tier,
    'key-limit': options.keyLimit === undefined ? undefined : String(options.keyLimit),
  };
  return WorkspaceReply.parse(await operate(auth, 'workspace create', { flags }));
}

/** Creates a user with the role member and the scope webhooks:read. */
export async function makeMember(auth: AuthUnderTest, workspaceId: string) {
  counter += 1;
  const flags = {
    workspace: workspaceId,
    username: `member-${counter}@example.com`,
    password: PASSWORD,
    role: 'member',
  };
  const reply = await operate(auth, 'user create', { flags, scopes: ['webhooks:read'] });
  return z.object({ user: UserReply }).parse(reply).user;
}
