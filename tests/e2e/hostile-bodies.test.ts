import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { fillPath, readDocument, type Operation, type ServedDocument } from './openapi-document.ts';
import { useSharedStack } from './stack-harness.ts';
import { collectionsWith, storedTime } from './stored-records.ts';

jest.setTimeout(300_000);

/** Part of every hostile field, in its name or value. No record may contain it afterwards. */
const MARKER = 'hostilemarker7e2a';
const FOREIGN_WORKSPACE = 'ws_01J9Z3K8Q4N5R6S7T8V9W0X1Y9';
const PLANTED_TIME = '1907-03-14T05:06:07.089Z';
const HOSTILE_FIELDS = [
  `"__proto__":{"${MARKER}":true}`,
  `"constructor":{"prototype":{"${MARKER}":true}}`,
  `"$where":"${MARKER}"`,
  `"$set":{"${MARKER}":1}`,
  `"a.b":"${MARKER}"`,
  `"unknown_${MARKER}":1`,
  `"workspace_id":"${FOREIGN_WORKSPACE}"`,
  `"created_at":"${PLANTED_TIME}"`,
  `"updated_at":"${PLANTED_TIME}"`,
  `"id":"${MARKER}"`,
].join(',');

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
const mongo = await sharedByTests(async () => MongoClient.connect(running.stack.mongodbUri));
let document: ServedDocument;

beforeAll(async () => {
  document = await readDocument(running);
});

/** The example of the operation, in which URLs lead to this machine. */
function exampleOf(operation: Operation): Record<string, unknown> {
  const example = { ...Object(operation.exampleBody) };
  return 'url' in example ? { ...example, url: `${sink.url}/hook` } : example;
}

describe('hostile and read-only fields of bodies', () => {
  it('are stored by no operation in any collection of any service', async () => {
    const created = new Map<string, string>();
    const statuses: number[] = [];
    const writes = document.operations.filter(({ body, isPublic }) => body !== undefined && !isPublic);
    const ordered = [
      ...writes.filter(({ method }) => method === 'POST'),
      ...writes.filter(({ method }) => method !== 'POST'),
    ];
    for (const operation of ordered) {
      const text = JSON.stringify({ ...exampleOf(operation), MARK: 1 }).replace(
        '"MARK":1',
        () => HOSTILE_FIELDS,
      );
      const path = fillPath(operation, (name) => created.get(name) ?? 'x');
      const headers = { 'content-type': 'application/json' };
      const answer = await running.call(operation.method, path, { text, headers });
      expect([operation.id, answer.status < 500]).toEqual([operation.id, true]);
      expect([operation.id, answer.text]).toEqual([operation.id, expect.not.stringContaining(MARKER)]);
      expect([operation.id, answer.text]).toEqual([operation.id, expect.not.stringContaining(PLANTED_TIME)]);
      if (operation.method === 'POST' && answer.status === 201) addId(created, operation, answer.body.id);
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(3);
    const hostile = [MARKER, FOREIGN_WORKSPACE, PLANTED_TIME, storedTime(PLANTED_TIME)];
    expect(await collectionsWith(mongo, hostile)).toEqual([]);
  });

  it('are found by the search of this test if a customer stores them on purpose', async () => {
    const body = { email: 'stored@example.com', title: 'Stored on purpose' };
    const created = await running.call('POST', '/api/v1/contacts/', { body });
    expect(created.status).toBe(201);
    for (const value of ['Stored on purpose', storedTime(created.body.created_at)])
      expect(await collectionsWith(mongo, [value])).toContain('outreach_contacts.contacts');
  });
});

function addId(created: Map<string, string>, { path }: Operation, id: string): void {
  for (const { path: other, pathParameters } of document.operations)
    for (const { name } of pathParameters.slice(0, 1))
      if (other.startsWith(`${path}{${name}}`)) created.set(name, id);
}
