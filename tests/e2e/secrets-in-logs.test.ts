import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { appNames, serverNames } from '@outreach/dev/names';
import { eventually } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { z } from 'zod';
import { fillPath, readDocument, type Operation, type ServedDocument } from './openapi-document.ts';
import { useSharedStack, type Answer, type RunningStack } from './stack-harness.ts';

jest.setTimeout(300_000);

/** Fields of responses that are secrets in every response. */
const SECRET_FIELDS = ['access', 'refresh', 'key', 'signing_secret', 'password', 'secret', 'token'];
const SECRET_LENGTH_MIN = 12;
const PASSWORDS = {
  wrong: 'wrong-pass-4d1c77e0aa',
  user: 'user-pass-93be52f1c7d8',
  changed: 'next-pass-5cf0e3b6a219',
};

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
let document: ServedDocument;
const secrets = new Map<string, string>();

beforeAll(async () => {
  document = await readDocument(running);
  secrets.set('key of the owner', running.apiKey).set('password of the owner', running.password);
  for (const [name, password] of Object.entries(PASSWORDS)) secrets.set(`password ${name}`, password);
  for (const name of appNames) collectConfigured(name);
});

function collectConfigured(name: (typeof appNames)[number]): void {
  const { SERVICE_KEY, IDENTITY_PRIVATE_KEY = '{}', LOG_LEVEL } = running.stack.environmentOf(name);
  expect(LOG_LEVEL).toBe('trace');
  if (SERVICE_KEY !== undefined) secrets.set(`service key of ${name}`, SERVICE_KEY);
  const { d } = z.object({ d: z.string() }).parse(JSON.parse(IDENTITY_PRIVATE_KEY));
  secrets.set(`identity key of ${name}`, d);
}

function collect(from: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    const isSecret =
      SECRET_FIELDS.includes(name) && typeof field === 'string' && field.length >= SECRET_LENGTH_MIN;
    if (isSecret) secrets.set(`${name} of ${from} ${secrets.size}`, field);
    else collect(from, field);
  }
}

async function call(
  operation: Operation,
  call: Parameters<RunningStack['call']>[2],
  ids: ReadonlyMap<string, string>,
) {
  const path = fillPath(operation, (name) => ids.get(name) ?? 'x');
  const answer = await running.call(operation.method, path, call);
  collect(operation.id, answer.body);
  return answer;
}

const bodyOf = (operation: Operation): Record<string, unknown> => {
  const example = { ...Object(operation.exampleBody) };
  if ('url' in example) example['url'] = `${sink.url}/secrets`;
  if ('password' in example) example['password'] = PASSWORDS.user;
  return example;
};

/** Calls every operation, creations first and deletions last, and each POST twice with one Idempotency-Key. */
async function callEverything(): Promise<Answer[]> {
  const ids = new Map<string, string>();
  const answers: Answer[] = [];
  const order = ['POST', 'PATCH', 'PUT', 'GET', 'DELETE'];
  const inOrder = [...document.operations].sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
  for (const operation of inOrder.filter(({ isPublic }) => !isPublic)) {
    const body = operation.body === undefined ? {} : { body: bodyOf(operation) };
    const headers = operation.method === 'POST' ? { 'idempotency-key': `secrets-${operation.id}` } : {};
    answers.push(await call(operation, { ...body, headers }, ids));
    if (operation.method !== 'POST') continue;
    const replayed = await call(operation, { ...body, headers }, ids);
    const parameter = document.operations
      .flatMap(({ path, pathParameters }) => pathParameters.map(({ name }) => ({ path, name })))
      .find(({ path, name }) => path.startsWith(`${operation.path}{${name}}`));
    if (parameter !== undefined && replayed.status === 201) ids.set(parameter.name, replayed.body.id);
  }
  return answers;
}

async function useTokens(): Promise<void> {
  const { username, password } = running;
  const post = async (path: string, body: object): Promise<Answer> => {
    const answer = await running.call('POST', path, { key: '', body });
    collect(path, answer.body);
    return answer;
  };
  await post('/api/v1/auth/token/', { username, password: PASSWORDS.wrong });
  await post('/api/v1/auth/token/', {
    username: PASSWORDS.wrong,
    password: PASSWORDS.wrong,
    workspace_id: 'ws_x',
  });
  const { body } = await post('/api/v1/auth/token/', { username, password });
  await running.call('GET', '/api/v1/contacts/', { key: body.access });
  await running.call('GET', '/api/v1/contacts/', { key: `${body.access}x` });
  const next = await post('/api/v1/auth/token/refresh/', { refresh: body.refresh });
  await post('/api/v1/auth/token/revoke/', { refresh: next.body.refresh });
  await post('/api/v1/auth/token/refresh/', { refresh: next.body.refresh });
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
  secrets.set('basic', headers.authorization);
  await running.call('GET', '/api/v1/contacts/', { key: '', headers });
  const created = await running.call('POST', '/api/v1/users/', {
    body: { username: 'logged-secrets', password: PASSWORDS.user, role: 'viewer' },
  });
  await running.call('PATCH', `/api/v1/users/${created.body.id}/`, { body: { password: PASSWORDS.changed } });
  await post('/api/v1/auth/token/', { username: 'logged-secrets', password: PASSWORDS.changed });
}

const logOf = (name: (typeof appNames)[number] | (typeof serverNames)[number]): string =>
  readFileSync(running.stack.logPath(name), 'utf8');

describe('secrets', () => {
  let answers: Answer[] = [];
  beforeAll(async () => {
    answers = await callEverything();
    await useTokens();
    await eventually(() => expect(sink.received.length).toBeGreaterThan(0));
  });

  it('are known to the test in every kind: keys, passwords, tokens, signing and configured secrets', () => {
    const names = [...secrets.keys()].join('\n');
    for (const kind of [
      'key of createApiKey',
      'signing_secret of',
      'access of',
      'refresh of',
      'service key of auth',
    ])
      expect(names).toContain(kind);
  });

  it.each([...appNames, ...serverNames])('are in no line of the log of %s at level trace', (name) => {
    const log = logOf(name);
    expect(log.length).toBeGreaterThan(0);
    const shown = [...secrets].filter(([, secret]) => log.includes(secret)).map(([name]) => name);
    expect(shown).toEqual([]);
  });

  it('are absent although the gateway logs the requests', () => {
    expect(logOf('gateway')).toContain('"operation":"createApiKey"');
  });

  it('are in the response that creates them and in no other response', () => {
    const texts = answers.filter(({ status }) => status !== 201).map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(10);
    const shown = [...secrets].filter(([, secret]) => texts.some((text) => text.includes(secret)));
    expect(shown.map(([name]) => name).filter((name) => !name.includes(' of rotate'))).toEqual([]);
  });
});
