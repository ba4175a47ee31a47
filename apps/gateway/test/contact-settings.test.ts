import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BulkUpsertContactsRequest } from '@outreach/contracts-contacts/gen/contacts.ts';
import { CONTACT_ID } from './fake-backends.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { errorOf } from './route-requests.ts';

const BULK = '/api/v1/contacts/bulk/';
const MAPPINGS = '/api/v1/field-mappings/';
const PROFILE = '/api/v1/icp-profile/';
const CREATED = { status: 'created', contact_id: CONTACT_ID, error: undefined } as const;

let gateway: Gateway;
let bulks: BulkUpsertContactsRequest[] = [];

beforeAll(async () => {
  const bulkUpsertContacts = async (_ctx: unknown, request: BulkUpsertContactsRequest) => {
    bulks.push(request);
    return { outcomes: request.rows.map(() => CREATED) };
  };
  gateway = await startGateway({ handlers: { contacts: { bulkUpsertContacts } } });
});
afterAll(async () => gateway.stop());

async function send(method: string, path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return gateway.call(path, { method, body: JSON.stringify(body), headers, credential: gateway.key('s') });
}

describe('POST /api/v1/contacts/bulk/', () => {
  it.each([
    [{}, true],
    [{ trigger_scoring: true }, true],
    [{ trigger_scoring: false }, false],
  ])('with the options %j sends trigger_scoring %p to the backend', async (options, expected) => {
    bulks = [];
    const response = await send('POST', BULK, { contacts: [{ email: 'a@example.com' }], options });
    expect([response.status, bulks.map(({ trigger_scoring }) => trigger_scoring)]).toEqual([200, [expected]]);
  });

  it.each([
    [{}, false],
    [{ trigger_enrichment: true }, true],
  ])('with the options %j sends trigger_enrichment %p to the backend', async (options, expected) => {
    bulks = [];
    const response = await send('POST', BULK, { contacts: [{ email: 'a@example.com' }], options });
    const requested = bulks.map(({ trigger_enrichment }) => trigger_enrichment);
    expect([response.status, requested]).toEqual([200, [expected]]);
  });
});

describe('validation of contact settings', () => {
  const mapping = { source_column: 'A', target_field: 'email' };
  const rule = { field: 'title', op: 'eq', value: 'x', points: 1 };
  it.each([
    ['POST', BULK, { contacts: [{}], options: { trigger_scoring: 'no' } }, 'options.trigger_scoring'],
    ['POST', MAPPINGS, { name: 'x', mappings: [mapping], delimiter: '-' }, 'delimiter'],
    [
      'POST',
      MAPPINGS,
      { name: 'x', mappings: [{ ...mapping, transform: 'rot13' }] },
      'mappings[0].transform',
    ],
    ['POST', MAPPINGS, { name: 'x', mappings: [], default_tags: [''] }, 'default_tags[0]'],
    ['PUT', PROFILE, { rules: [{ ...rule, points: 101 }] }, 'rules[0].points'],
    ['PUT', PROFILE, { rules: [rule, { ...rule, points: 0.5 }] }, 'rules[1].points'],
    ['PUT', PROFILE, { tier_thresholds: { A: 101 } }, 'tier_thresholds.A'],
    ['POST', '/api/v1/clients/', { name: 'x'.repeat(201) }, 'name'],
    ['POST', '/api/v1/clients/', { name: 'x', domain: 'localhost' }, 'domain'],
  ])('for %s %s with the body %j returns 400 with the field %s', async (...[method, path, body, field]) => {
    const response = await send(method, path, body);
    expect([response.status, (await errorOf(response))['field']]).toEqual([400, field]);
  });
});
