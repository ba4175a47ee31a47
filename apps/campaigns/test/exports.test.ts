import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { queuedSend, type Send } from '../src/sends/index.ts';
import { campaignOf, startCampaigns } from './campaigns-harness.ts';

jest.setTimeout(120_000);

const DIRECT_MAX = 10_000;
const DEADLINE_MS = 90_000;
const campaigns = await sharedByTests(startCampaigns);
const { client, published } = campaigns;

/** A campaign with this number of delivered emails. */
async function withSends(count: number) {
  const workspaceId = newId('ws');
  const campaign = campaignOf({ workspaceId, sequenceId: newId('seq') });
  const at = new Date('2026-03-02T10:00:00.000Z');
  const sends = Array.from({ length: count }, (_, index): Send => ({
    ...queuedSend({
      id: newId('snd'),
      workspace_id: workspaceId,
      campaign_id: campaign.id,
      enrollment_id: newId('enr'),
      sequence_id: campaign.sequence_id,
      contact_id: newId('ct'),
      contact_email: `contact-${index}@example.com`,
      step_id: newId('stp'),
      step_number: 1,
      sending_account_id: newId('acc'),
      from_email: 'anna@example.org',
      scheduled_at: at,
      account_day: '2026-03-02',
      campaign_day: '2026-03-02',
      created_at: new Date(at.getTime() + Math.floor(index / 3)),
    }),
    status: 'delivered',
    sent_at: at,
    due_at: null,
  }));
  await campaigns.write('campaigns', campaign);
  if (count > 0) await campaigns.write('sends', ...sends);
  const ctx = testCall(workspaceId, {
    scopes: new Set(['campaigns:read']),
    deadlineAtMs: Date.now() + DEADLINE_MS,
  });
  return { ctx, content: { campaign_id: campaign.id, format: 'csv', include_events: false }, sends };
}

type Started = Awaited<ReturnType<typeof withSends>>;

/** Starts an export that becomes a job, and waits for its end. */
async function completed({ ctx, content }: Started) {
  const { export: started } = await client.startExport(ctx, { content });
  const id = started?.id ?? '';
  return eventually(
    async () => {
      const { export: job } = await client.getExport(ctx, { id });
      expect(job).toMatchObject({ id, status: 'completed', progress: 1 });
      return job;
    },
    { timeoutMs: 60_000 },
  );
}

function linkOf(url = ''): { id: string; expires: number; signature: string } {
  const { pathname, searchParams } = new URL(url);
  const [, id = ''] = /(exp_\w+)/.exec(pathname) ?? [];
  return { id, expires: Number(searchParams.get('expires')), signature: searchParams.get('signature') ?? '' };
}

describe('an export of up to 10,000 emails', () => {
  it.each([0, 1, 2_500])('is read in pages: %s emails', async (count) => {
    const { ctx, content, sends } = await withSends(count);
    expect(await client.startExport(ctx, { content })).toEqual({ export: undefined });
    let text = '';
    let after: string | undefined = '';
    while (after !== undefined) {
      const page: { rows: string; after?: string | undefined } = await client.readExportPage(ctx, {
        content,
        after,
      });
      text += page.rows;
      after = page.after;
    }
    const [header, ...rows] = text.trimEnd().split('\n');
    expect(header).toMatch(/^id,campaign_id,/);
    expect(rows.map((row) => row.slice(0, row.indexOf(','))).sort()).toEqual(
      sends.map(({ id }) => id).sort(),
    );
  });

  it('is not found for a campaign of another workspace', async () => {
    const [own, other] = [await withSends(1), await withSends(1)];
    await expect(client.startExport(own.ctx, { content: other.content })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});

describe('an export of more emails', () => {
  let large: Started;
  let job: Awaited<ReturnType<typeof completed>>;

  beforeAll(async () => {
    large = await withSends(DIRECT_MAX + 1);
    job = await completed(large);
  });

  it('is written by a job, emits export.completed, and its link needs no credential', async () => {
    expect(job).toMatchObject({ format: 'csv', row_count: DIRECT_MAX + 1, error: undefined });
    await eventually(() => {
      const events = published.filter(({ aggregate }) => aggregate.id === job?.id);
      expect(events.map(({ type }) => type)).toEqual(['export.completed']);
    });
    const anyone = testCall('', { scopes: new Set() });
    const parts: Buffer[] = [];
    for (let offset = 0; ;) {
      const part = await client.readExportFile(anyone, { ...linkOf(job?.download_url), offset });
      parts.push(Buffer.from(part.content));
      offset += part.content.length;
      if (part.is_last) break;
    }
    const lines = Buffer.concat(parts).toString().trimEnd().split('\n');
    expect(lines).toHaveLength(DIRECT_MAX + 2);
    expect(new Set(lines).size).toBe(DIRECT_MAX + 2);
  });

  it('is shared by requests while it runs', async () => {
    const { ctx, content: completedContent } = large;
    const content = { ...completedContent, include_events: true };
    const [first, second] = await Promise.all([
      client.startExport(ctx, { content }),
      client.startExport(ctx, { content: { ...content, format: 'jsonl' } }),
    ]);
    const again = await client.startExport(ctx, { content });
    expect(again.export?.id).toBe(first.export?.id);
    expect(second.export?.id).not.toBe(first.export?.id);
  });

  it('refuses changed and expired links', async () => {
    const link = linkOf(job?.download_url);
    const anyone = testCall('', { scopes: new Set() });
    const notFound = { kind: 'not_found' };
    for (const changed of [
      { ...link, expires: link.expires + 1 },
      { ...link, id: newId('exp') },
      { ...link, signature: '' },
      { ...link, expires: 1 },
    ])
      await expect(client.readExportFile(anyone, { ...changed, offset: 0 })).rejects.toMatchObject(notFound);
  });
});
