import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { CAMPAIGN_SCOPES } from './campaign-requests.ts';
import { startCampaigns } from './campaigns-harness.ts';

const campaigns = await sharedByTests(async () => startCampaigns());
const { client, audited } = campaigns;

const newCall = () => testCall(newId('ws'), { ...CAMPAIGN_SCOPES, clientAddress: '203.0.113.7' });
const REPORT = {
  campaign_ids: [],
  client_id: undefined,
  from: undefined,
  to: undefined,
  expires_at: undefined,
};
const create = async (ctx: ReturnType<typeof newCall>, name = 'Spring') =>
  client.createReport(ctx, { name, ...REPORT });

/** The recorded writes of a workspace, in order. */
const entriesOf = (workspaceId: string) =>
  audited.filter(({ workspace_id: id }) => id === workspaceId).map(({ data }) => data);

describe('a write of a caller', () => {
  it('is recorded with who, what and from where', async () => {
    const ctx = newCall();
    const { report } = await create(ctx);
    const id = report?.id ?? '';
    await client.deleteReport(ctx, { id });
    const entry = {
      actor: { type: 'api_key', id: ctx.principal.id },
      target: { type: 'report', id },
      count: null,
      ip: '203.0.113.7',
      request_id: ctx.requestId,
    };
    await eventually(() =>
      expect(entriesOf(ctx.workspaceId)).toEqual([
        { action: 'report.created', ...entry },
        { action: 'report.deleted', ...entry },
      ]),
    );
  });

  it('is recorded once when its reply is replayed, and not when it is refused', async () => {
    const ctx = newCall();
    const key = { id: randomUUID(), fingerprint: randomUUID() };
    const withKey = { ...ctx, idempotency: key };
    const first = await create(withKey);
    expect(await create(withKey)).toEqual(first);
    await expect(create(ctx, ' ')).rejects.toMatchObject({ field: 'name' });
    const { report } = await create(ctx, 'Last');
    await eventually(() =>
      expect(entriesOf(ctx.workspaceId).map(({ target }) => target.id)).toEqual([
        first.report?.id,
        report?.id,
      ]),
    );
  });
});
