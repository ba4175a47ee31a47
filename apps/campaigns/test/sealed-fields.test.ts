import { describe, expect, it } from '@jest/globals';
import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { newId } from '@outreach/service-kit';
import { rotateServiceKey } from '@outreach/testing';
import { campaignsService } from '../src/app.ts';
import { ACCOUNT, accountCall, newWorkspace, written } from './accounts-harness.ts';

/** Stored by commands with an external call. */
const EFFECT = 'idempotency.effect';

describe('the sealed fields of campaigns', () => {
  it('match the table, and are sealed again with a new SERVICE_KEY', async () => {
    const { declared, before, after } = await rotateServiceKey({
      service: campaignsService,
      definition: CampaignsServiceService,
      env: { CONTACTS_ADDRESS: '127.0.0.1:1', OAUTH_GOOGLE_CLIENT_ID: 'outreach' },
      fill: async (client, store) => {
        await store('sends', 'sealed_rendering');
        await store('inbox_bodies', 'sealed_body');
        const idempotency = { id: newId('idem'), fingerprint: 'same' };
        const imap = { ...ACCOUNT.smtp, host: 'imap.shop.test', port: 993, security: 'tls' };
        await client.createSendingAccount(
          accountCall(newWorkspace(), { idempotency }),
          written({ ...ACCOUNT, imap }),
        );
        const oauth = { provider: 'google', refresh_token: '1//refresh-4f1d' };
        const connected = written({ email: 'box@shop.test', provider: 'google', oauth });
        await client.createSendingAccount(accountCall(newWorkspace()), connected);
        const start = { provider: 'google', account: undefined, mask: undefined };
        await client.startOAuth(accountCall(newWorkspace()), start);
        const report = { name: 'Spring', client_id: undefined, campaign_ids: [] };
        const always = { from: undefined, to: undefined, expires_at: undefined };
        await client.createReport(accountCall(newWorkspace()), { ...report, ...always });
      },
    });
    expect([...before, EFFECT].toSorted()).toEqual(declared.toSorted());
    expect(after).toEqual(before);
  });
});
