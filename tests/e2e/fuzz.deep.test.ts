import { randomInt } from 'node:crypto';
import { inspect } from 'node:util';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { fillPath, readDocument, type Operation, type ServedDocument } from './openapi-document.ts';
import { makeRequests, type FuzzRequest } from './fuzz-requests.ts';
import type { KnownValues } from './fuzz-values.ts';
import { createTenants, type FuzzTenant } from './fuzz-tenants.ts';
import { useSharedStack, sendTo, type Answer } from './stack-harness.ts';

const COUNT_SHORT = 2_000;
const COUNT_LONG = 20_000;
/** Below the write limit of a workspace in a minute, in which this many are sent. */
const REQUESTS_PER_TENANT = 2_000;
const WORKERS = 11;
const LOG_INS = 12;
const VIOLATIONS_SHOWN = 5;
const SEED_MAX = 2 ** 31;
/** The share of operations that may never succeed: few requests reach each operation in the short form. */
const UNREACHED_SHORT = 1 / 3;
const UNREACHED_LONG = 1 / 4;
/** What no request with a key reaches on this stack: it sends no letters, has no OAuth provider, no identity provider, and receives no mail. */
const OUT_OF_REACH: ReadonlySet<string> = new Set([
  'acceptInvitation',
  'completeOAuth',
  'completeOidcLogIn',
  'confirmTotp',
  'createInvitation',
  'createTotp',
  'deleteInvitation',
  'deleteTotp',
  'getInvitation',
  'getThread',
  'reconnectOAuth',
  'recordPlatformResults',
  'replyToThread',
  'requestPasswordReset',
  'resetPassword',
  'resetTotp',
  'startOAuth',
  'startOidcLogIn',
  'updateThread',
]);
const TIMEOUT_MS = 1_800_000;

jest.setTimeout(TIMEOUT_MS);

const isLong = process.env['FUZZ_LONG'] === 'true';
const seed = Number(process.env['FUZZ_SEED'] || randomInt(SEED_MAX));
const count = isLong ? COUNT_LONG : COUNT_SHORT;

// Each request names a client address of its own, so that refused log-ins do not reach the limit of an address.
const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
let document: ServedDocument;
let tenants: FuzzTenant[];

beforeAll(async () => {
  document = await readDocument(running);
  tenants = await createTenants(running, {
    count: 1 + Math.ceil(count / REQUESTS_PER_TENANT),
    webhookUrl: `${sink.url}/hook`,
  });
  print(
    `fuzz: ${count} requests, seed ${seed}; again: npm run fuzz -- ${isLong ? '--long ' : ''}--seed ${seed}`,
  );
});

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}

describe('requests made from the OpenAPI document', () => {
  it('get a documented status and a body that fits its schema, and never a 5xx', async () => {
    const known = await knownValues();
    const before = running.stack.pids();
    const queue = makeRequests(document, { seed, count, known });
    const violations: string[] = [];
    const seen = new Map<string, number>();
    const worker = async (index: number): Promise<void> => {
      const tenant = tenants[index % tenants.length];
      if (tenant === undefined) throw new Error('No tenant was created.');
      for (const request of queue) {
        const sent = await send(request, tenant);
        const label = `${request.operation.id} ${outcomeOf(sent)}`;
        seen.set(label, (seen.get(label) ?? 0) + 1);
        violations.push(...violationsOf(request.operation, sent));
        if (violations.length >= VIOLATIONS_SHOWN) return;
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, async (_, index) => worker(index)));
    print(
      [...seen]
        .sort()
        .map(([label, times]) => `${label}: ${times}`)
        .join(', '),
    );
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect({ seed, processes: running.stack.pids() }).toEqual({ seed, processes: before });
    expectReach(seen);
  });
});

/** Values that the product treats in a special way, which no schema shows. */
async function knownValues(): Promise<KnownValues> {
  const { username, password } = running;
  const body = { username, password };
  const logIns = await Promise.all(
    Array.from({ length: LOG_INS }, async () =>
      running.call('POST', '/api/v1/auth/token/', { key: '', body }),
    ),
  );
  return {
    username: [username, 'unknown@example.com', 'maria'],
    password: [password, 'correct horse battery'],
    refresh: [...logIns.map((logIn): string => logIn.body.refresh), 'otr_unknown'],
    // No name server resolves these hosts.
    url: [`${sink.url}/hook`, 'http://127.0.0.1:1/', 'https://10.0.0.1/', 'ftp://127.0.0.1/', 'http://[::1'],
    event_subscriptions: ['contact.created', 'contact.updated'],
    custom_headers: ['one', 'two words'],
    time_zone: ['Europe/Zurich', 'UTC', 'America/New_York'],
    company_domain: ['example.com', 'example.org'],
    domain: ['example.com', 'example.org'],
    value: ['someone@example.com', 'example.net'],
    target_field: ['email', 'title', 'tags', 'ignore'],
  };
}

interface Sent {
  /** Undefined if no response arrived. */
  readonly answer: Answer | undefined;
  /** The request as text, so that a person can send it again. */
  readonly request: string;
}

async function send(request: FuzzRequest, tenant: FuzzTenant): Promise<Sent> {
  const { operation, path, query, headers, body } = request;
  const kindOf = (name: string): string => {
    const pattern = operation.pathParameters.find((one) => one.name === name)?.schema.pattern;
    return /^\^([a-z]+)_/.exec(pattern ?? '')?.[1] ?? 'x';
  };
  const filled = fillPath(operation, (name) => tenant.idOf(path[name] ?? { text: 'x' }, kindOf(name)));
  const search = new URLSearchParams(query.map((pair): [string, string] => [...pair])).toString();
  const route = search === '' ? filled : `${filled}?${search}`;
  const key = operation.isPublic ? '' : tenant.nextKey();
  const text = body === undefined ? {} : { text: body };
  const shown = `${operation.method} ${route} ${JSON.stringify(headers)} ${body ?? ''}`;
  try {
    const url = `${running.stack.baseUrl}${route}`;
    const ask = async (): Promise<Answer> => sendTo(url, operation.method, { key, headers, ...text });
    // This response is broken off when another request erases the contact meanwhile. Then nothing is left of it.
    const answer = operation.id === 'getPersonalData' ? await ask().catch(ask) : await ask();
    if (operation.method === 'POST') tenant.addCreated(answer);
    return { answer, request: shown };
  } catch (thrown) {
    return { answer: undefined, request: `${shown} (${inspect(thrown)})` };
  }
}

/** The status, with the name of a rate limit that only some operations have: these limits are too low for this test. */
function outcomeOf({ answer }: Sent): string {
  if (answer === undefined) return 'nothing';
  const limit: unknown = answer.status === 429 ? answer.body?.error?.limit_name : undefined;
  const isOwnLimit = limit === 'campaign_create' || limit === 'campaign_launch';
  return isOwnLimit ? `429 of ${limit}` : String(answer.status);
}

function violationsOf(operation: Operation, { answer, request }: Sent): string[] {
  if (answer === undefined) return [`no answer: ${request}`];
  const { status, text, body } = answer;
  const shown = `${request} → ${status} ${text}`;
  if (status >= 500) return [`a 5xx: ${shown}`];
  if (!operation.answers.has(status)) return [`an undocumented status: ${shown}`];
  const validate = operation.answers.get(status)?.();
  if (operation.otherContents.has(`${status} ${answer.headers.get('content-type') ?? ''}`)) return [];
  if (validate === undefined) return text === '' ? [] : [`a body where none is documented: ${shown}`];
  return validate(body) ? [] : [`a body that does not fit (${JSON.stringify(validate.errors)}): ${shown}`];
}

/** Expects that no rate limit refused a request with a key, and that most operations succeeded at least once. */
function expectReach(seen: ReadonlyMap<string, number>): void {
  const limited = [...seen.keys()].filter((label) => label.endsWith(' 429'));
  const secured = document.operations.filter(({ isPublic }) => !isPublic);
  expect(limited.filter((label) => secured.some(({ id }) => label.startsWith(`${id} `)))).toEqual([]);
  const reachable = document.operations.filter(({ id }) => !OUT_OF_REACH.has(id));
  const never = reachable.filter(({ id }) => ![200, 201, 204].some((status) => seen.has(`${id} ${status}`)));
  print(`without a success: ${never.map(({ id }) => id).join(', ') || 'none'}`);
  expect(never.length).toBeLessThan(reachable.length * (isLong ? UNREACHED_LONG : UNREACHED_SHORT));
}
