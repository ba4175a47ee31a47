import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CONTACT_ID } from './fake-backends.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { errorOf } from './route-requests.ts';

const LOG_ID = 'ret_01J9Z3K8Q4N5R6S7T8V9W0X1Y2';

let gateway: Gateway;
beforeAll(async () => {
  const eraseContact = async (_ctx: unknown, { id }: { readonly id: string }) => ({
    id,
    retention_log_id: LOG_ID,
  });
  gateway = await startGateway({ handlers: { contacts: { eraseContact } } });
});
beforeEach(() => {
  gateway.world.calls.length = 0;
});
afterAll(async () => gateway.stop());

const ERASE = 'contacts.eraseContact';
const DELETE = 'contacts.deleteContact';

async function remove(query: string, scope: string, body?: string) {
  const json = { 'content-type': 'application/json' };
  return gateway.call(`/api/v1/contacts/${CONTACT_ID}/${query}`, {
    method: 'DELETE',
    credential: gateway.key(scope.replace(':', ''), [scope]),
    ...(body === undefined ? {} : { body, headers: json }),
  });
}

const deletions = () => gateway.world.calls.filter((call) => [ERASE, DELETE].includes(call));

describe('DELETE of a contact', () => {
  it.each([
    ['?hard=true', 'admin:gdpr', ERASE],
    ['?hard=false', 'contacts:write', DELETE],
    ['?hard=', 'contacts:write', DELETE],
    ['', 'contacts:write', DELETE],
  ])('with the query "%s" requires the scope %s and no other', async (query, scope, call) => {
    expect((await remove(query, scope)).status).toBe(200);
    expect(deletions()).toEqual([call]);
    const other = scope === 'admin:gdpr' ? 'contacts:write' : 'admin:gdpr';
    const refused = await remove(query, other);
    expect([refused.status, (await errorOf(refused))['required_scope']]).toEqual([403, scope]);
    expect(deletions()).toEqual([call]);
  });

  it('returns the id of the retention log after a hard delete', async () => {
    const body = JSON.stringify({ deletion_reason: 'Article 17', suppress: true });
    const answer = await remove('?hard=true', 'admin:gdpr', body);
    expect(await answer.json()).toEqual({
      id: CONTACT_ID,
      deleted: true,
      hard: true,
      retention_log_id: LOG_ID,
    });
  });

  it.each([
    { query: '?hard=yes', scope: 'contacts:write', field: 'hard' },
    { query: '?hard=TRUE', scope: 'contacts:write', field: 'hard' },
    { query: '?hard=true&hard=false', scope: 'admin:gdpr', field: 'hard' },
    { query: '?hard=true', scope: 'admin:gdpr', body: { suppress: 'yes' }, field: 'suppress' },
    {
      query: '?hard=true',
      scope: 'admin:gdpr',
      body: { deletion_reason: 'x'.repeat(501) },
      field: 'deletion_reason',
    },
  ])('returns 400 for an invalid $field with the query $query', async ({ query, scope, body, field }) => {
    const refused = await remove(query, scope, body === undefined ? undefined : JSON.stringify(body));
    expect([refused.status, (await errorOf(refused))['field']]).toEqual([400, field]);
    expect(deletions()).toEqual([]);
  });
});
