import { readFileSync } from 'node:fs';
import { OutreachError, type Call } from '@outreach/client';
import { describe, expect, it } from '@jest/globals';
import { callOperation } from './call-operation.ts';
import { operationsOf } from './document.ts';
import { toolsOf, type Tool } from './tools.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const document = read('../../../../docs/openapi.json');
const operations = operationsOf(document);
const all = toolsOf(operations, true);

const toolOf = (name: string): Tool => {
  const tool = all.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  return tool;
};

describe('the tools of the API', () => {
  it('have names of the protocol, and a description each', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.filter(({ name }) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
    expect(all.filter(({ description }) => description.length < 10)).toEqual([]);
  });

  it('contain no reference, and have small pages', () => {
    expect(JSON.stringify(all.map(({ inputSchema }) => inputSchema))).not.toContain('"$ref"');
    const sizes = all.flatMap(({ inputSchema }) => inputSchema.properties['page_size'] ?? []);
    expect(sizes.length).toBeGreaterThan(20);
    expect(sizes.every((size) => Reflect.get(size, 'maximum') === 50)).toBe(true);
    expect(toolOf('searchContacts').inputSchema.properties['body']).toMatchObject({
      properties: { page_size: { maximum: 50 } },
    });
  });

  it('are reads by default: GET, and POST for which a scope to read is enough', () => {
    const reads = toolsOf(operations, false);
    expect(reads.filter(({ isRead }) => !isRead)).toEqual([]);
    const posts = reads.filter(({ operation }) => operation.method === 'post').map(({ name }) => name);
    expect(posts.toSorted()).toEqual([
      'checkSuppressions',
      'exportContacts',
      'previewFieldMapping',
      'previewStep',
      'searchContacts',
    ]);
  });

  it('replace references, also in references, and end those to themselves', () => {
    const parameters = [{ $ref: '#/components/parameters/Id' }];
    const [operation] = operationsOf({
      paths: {
        '/a/{id}/': {
          get: { operationId: 'a', summary: 'A', parameters },
          parameters: [],
        },
      },
      components: {
        parameters: {
          Id: { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Tree' } },
        },
        schemas: { Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } } },
      },
    });
    expect(operation?.parameters).toMatchObject([
      { name: 'id', in: 'path', schema: { type: 'object', properties: { child: {} } } },
    ]);
  });
});

describe('a call of a tool', () => {
  type Sent = Parameters<Call>;

  async function sent(name: string, args: Record<string, unknown>): Promise<Sent | undefined> {
    const requests: Sent[] = [];
    const request: Call = async (...call) => {
      requests.push(call);
      return Promise.resolve({});
    };
    await callOperation(request, toolOf(name), args);
    return requests[0];
  }

  it('has its parameters in path and query, and its body', async () => {
    expect(await sent('getContact', { contact_id: 'ct_1/../x?y' })).toEqual([
      'get',
      '/api/v1/contacts/ct_1%2F..%2Fx%3Fy/',
      { body: undefined },
    ]);
    expect(await sent('listContacts', { tag: ['a b', 'c&d'], page_size: 9_999 })).toMatchObject([
      'get',
      '/api/v1/contacts/?page_size=50&tag=a+b&tag=c%26d',
      {},
    ]);
    expect(await sent('createContact', { body: { email: 'a@b.example' } })).toMatchObject([
      'post',
      '/api/v1/contacts/',
      { body: { email: 'a@b.example' } },
    ]);
  });

  it('sends nothing for an id that is missing or changes the path', async () => {
    for (const contact_id of [undefined, null, '', '.', '..', []])
      expect(await sent('getContact', { contact_id })).toBeUndefined();
  });

  it('erases no contact', async () => {
    const { inputSchema } = toolOf('deleteContact');
    expect(inputSchema.properties).not.toHaveProperty('hard');
    const [, path] = (await sent('deleteContact', { contact_id: 'ct_1', hard: true, body: {} })) ?? [];
    expect(path).toBe('/api/v1/contacts/ct_1/');
  });

  it('answers an error with code, reason, message and fields', async () => {
    const error = { code: 'conflict', reason: 'in_use', message: 'It is\u001b[2J in use.', field: 'id' };
    const request = async () =>
      Promise.reject(new OutreachError(new Response(null, { status: 409 }), { error }));
    expect(await callOperation(request, toolOf('getContact'), { contact_id: 'ct_1' })).toEqual({
      isError: true,
      text: 'It is in use. (conflict, in_use, status 409) {"field":"id"}',
    });
  });

  it('refuses an answer that would fill the context', async () => {
    const request = async () => Promise.resolve('x'.repeat(200_001));
    const answer = await callOperation(request, toolOf('getContact'), { contact_id: 'ct_1' });
    expect(answer).toEqual({ isError: true, text: expect.stringContaining('smaller page_size') });
  });
});
