import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AuthServiceService } from '@outreach/contracts-auth';
import { createLogger } from '@outreach/service-kit';
import { bindRpc, createGrpcServer, type GrpcServer } from '@outreach/service-kit/grpc';
import { NOTHING } from '@outreach/service-kit/rpc';
import { createTestIdentities } from '@outreach/testing';
import { createRedisProcess, testNatsUrl, uniqueName, type ServerProcess } from '@outreach/testing/servers';
import { digestOf, fakeBackends, LIMITS, makeKey, WORKSPACE, type FakeWorld } from './fake-backends.ts';
import { startGatewayProcess, type GatewayProcess } from './gateway-process.ts';

const GATEWAYS = 3;
const REPLICA_ENV = { REPLICAS: String(GATEWAYS) };
/** Concurrent requests per gateway: enough to overlap, and few enough for two processors. */
const CALLERS_PER_GATEWAY = 8;
const START_TIMEOUT_MS = 120_000;
const TEST_TIMEOUT_MS = 180_000;
/** Long enough that no gateway counts alone on a busy machine. */
const REDIS_TIMEOUT_MS = 10_000;

jest.setTimeout(TEST_TIMEOUT_MS);

const world: FakeWorld = {
  keys: new Map(),
  users: new Map(),
  jwksJson: '',
  accessToken: '',
  changes: [],
  calls: [],
};
const logger = createLogger({ name: 'auth', level: 'silent' });

interface Outcome {
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfter: string | null;
  readonly remaining: string | null;
}

describe('three gateway processes on one Redis', () => {
  let redis: ServerProcess;
  let auth: GrpcServer;
  const gateways: GatewayProcess[] = [];

  beforeAll(async () => {
    const identities = await createTestIdentities();
    redis = await createRedisProcess();
    await redis.start();
    auth = authServer(identities);
    await auth.start();
    const env = {
      ...REPLICA_ENV,
      REDIS_URL: redis.url,
      REDIS_TIMEOUT_MS: String(REDIS_TIMEOUT_MS),
      NATS_URL: testNatsUrl(),
      NATS_SUBJECT_PREFIX: uniqueName('evt'),
      TRACKING_KEY: Buffer.alloc(32, 1).toString('base64'),
      IDENTITY_PRIVATE_KEY: JSON.stringify(identities.privateJwk),
      IDENTITY_PUBLIC_KEYS: JSON.stringify(identities.publicKeys),
      AUTH_ADDRESS: auth.address(),
      CONTACTS_ADDRESS: '127.0.0.1:1',
      CAMPAIGNS_ADDRESS: '127.0.0.1:1',
      WEBHOOKS_ADDRESS: '127.0.0.1:1',
    };
    // In sequence, so that no two gateways get the same free port.
    for (let count = 0; count < GATEWAYS; count += 1) gateways.push(await startGatewayProcess(env));
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await Promise.all(gateways.map(async (gateway) => gateway.stop()));
    await auth.stop();
    await redis.dispose();
  });

  it('admit exactly 300 concurrent writes of one key, and refuse the rest like one gateway', async () => {
    const key = addKey('writer');
    const outcomes = await fireAtAll(gateways, 420, async (baseUrl) => write(baseUrl, key));
    expectSplit(outcomes, { status: 201, limit: 300, name: 'write' });
    // Refused requests count in no limit: 300 of the 600 of the credential are left for reads.
    const reads = await fireAtAll(gateways, 360, async (baseUrl) => read(baseUrl, key));
    expectSplit(reads, { status: 200, limit: 600, name: 'credential', admitted: 300 });
  });

  it('admit exactly 600 reads of another key', async () => {
    const key = addKey('reader');
    const outcomes = await fireAtAll(gateways, 720, async (baseUrl) => read(baseUrl, key));
    expectSplit(outcomes, { status: 200, limit: 600, name: 'credential' });
  });

  it('decided every request together', async () => {
    for (const gateway of gateways) expect(await gateway.localDecisions()).toBe(0);
  });
});

describe('the check of outcomes', () => {
  it('fails for one admission too many', () => {
    const admitted = { status: 200, error: undefined, retryAfter: null, remaining: '0' };
    const outcomes = Array.from({ length: 3 }, () => admitted);
    expect(() => expectSplit(outcomes, { status: 200, limit: 2, name: 'write' })).toThrow();
  });
});

const ACME = { id: WORKSPACE, name: 'Acme', tier: 'default', limits: LIMITS, settings: {} };
const MARIA = {
  id: 'usr_01J9Z3K8Q4N5R6S7T8V9W0X1Y2',
  username: 'maria',
  role: 'member',
  scopes: [],
  is_active: true,
  created_at: new Date(0),
};

function authServer(identities: Awaited<ReturnType<typeof createTestIdentities>>): GrpcServer {
  const { resolveApiKey, getWorkspace, createUser } = AuthServiceService;
  const { resolveApiKey: resolve } = fakeBackends(world).auth;
  return createGrpcServer({
    name: 'auth',
    listen: '127.0.0.1:0',
    identity: identities.verifierFor('auth'),
    commands: {
      run: async (_ctx, _codec, command) => ({ reply: await command(), replayed: false }),
      runPrepared: async () => Promise.reject(new Error('This test has no such method.')),
      runWithEffect: async () => Promise.reject(new Error('This test has no such method.')),
    },
    logger,
    services: [
      bindRpc(
        { resolveApiKey, getWorkspace, createUser },
        {
          resolveApiKey: { scope: 'public', query: resolve },
          getWorkspace: { scope: 'any-credential', query: async () => ({ workspace: ACME }) },
          createUser: { scope: ['admin:keys'], about: NOTHING, command: async () => ({ user: MARIA }) },
        },
      ),
    ],
  });
}

function addKey(seed: string): string {
  const key = makeKey(seed);
  world.keys.set(digestOf(key), {
    key_id: `key_${seed}`,
    workspace_id: WORKSPACE,
    scopes: ['admin:keys'],
    workspace_limits: LIMITS,
    rate_limit_per_minute: 600,
  });
  return key;
}

/** Spreads `count` calls over the gateways, several concurrent calls at each. */
async function fireAtAll(
  gateways: readonly GatewayProcess[],
  count: number,
  call: (baseUrl: string) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const each = count / (gateways.length * CALLERS_PER_GATEWAY);
  const callers = gateways.flatMap(({ baseUrl }) =>
    Array.from({ length: CALLERS_PER_GATEWAY }, async () => {
      for (let index = 0; index < each; index += 1) outcomes.push(await call(baseUrl));
    }),
  );
  await Promise.all(callers);
  return outcomes;
}

async function read(baseUrl: string, key: string): Promise<Outcome> {
  return outcomeOf(
    await fetch(`${baseUrl}/api/v1/workspace/`, { headers: { authorization: `Bearer ${key}` } }),
  );
}

async function write(baseUrl: string, key: string): Promise<Outcome> {
  const response = await fetch(`${baseUrl}/api/v1/users/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'maria', password: 'correct horse battery', role: 'member' }),
  });
  return outcomeOf(response);
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const body = (await response.json()) as { error?: Record<string, unknown> };
  return {
    status: response.status,
    error: body.error,
    retryAfter: response.headers.get('retry-after'),
    remaining: response.headers.get('x-ratelimit-remaining'),
  };
}

interface Split {
  readonly status: number;
  readonly limit: number;
  readonly name: string;
  readonly admitted?: number;
}

function expectSplit(outcomes: readonly Outcome[], { status, limit, name, admitted = limit }: Split): void {
  expect(outcomes.filter((outcome) => outcome.status === status)).toHaveLength(admitted);
  const refused = outcomes.filter((outcome) => outcome.status === 429);
  expect(refused).toHaveLength(outcomes.length - admitted);
  for (const { error, retryAfter, remaining } of refused) {
    expect(error).toMatchObject({ code: 'rate_limited', limit, limit_name: name });
    expect(retryAfter).toBe(String(error?.['retry_after_seconds']));
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
    expect(remaining).toBe('0');
  }
}
