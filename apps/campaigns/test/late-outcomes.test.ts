import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { contactDeleted } from '@outreach/contracts-contacts/events';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventLike, eventually, testCall } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'late-outcomes-'));
const service = await sharedByTests(async () => startSending({ SENDING_JOURNAL_DIR: folder }));
const sink = await sharedByTests(async () => startMailSink());

/** The collections and files that contain the text. */
async function placesOf(text: string): Promise<readonly string[]> {
  const collections = await service.database.collections();
  const found = await Promise.all(
    collections.map(async (collection) => {
      const rows = await collection.find().toArray();
      const hasText = rows.some((row) => JSON.stringify(row).includes(text) || holdsBytes(row, text));
      return hasText ? [collection.collectionName] : [];
    }),
  );
  const files = readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes(text));
  return [...found.flat(), ...files];
}

/** A part of a file in GridFS. */
function holdsBytes(row: object, text: string): boolean {
  const data: unknown = Reflect.get(row, 'data');
  return Buffer.from(Object(data).buffer ?? '').includes(text);
}

async function erase({ workspaceId }: SendingWorkspace, contactId: string): Promise<void> {
  const data = { id: contactId, hard: true };
  service.contacts.candidates.delete(contactId);
  await service.publish(
    eventLike(contactDeleted, { workspaceId, aggregate: { id: contactId, version: 2 }, data }),
  );
}

describe('the erasure of a contact while the mail server has its email', () => {
  it.each([
    ['accepts', undefined],
    ['refuses', { code: 550, text: '5.1.1 <EMAIL> is unknown' }],
    ['defers', { code: 451, text: '4.2.0 <EMAIL> is busy' }],
  ])('is final if the server %s it more than a minute later', async (_title, reply) => {
    const workspace = await newSendingWorkspace(service, { sink });
    const enrollment = await workspace.addEnrollment();
    const email = enrollment.contact_email ?? '';
    const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
    const then = reply && { ...reply, text: reply.text.replace('EMAIL', email) };
    sink.replies.set(email, { at: 'delay', until, ...(then && { then }) });
    const id = await workspace.plan(enrollment);
    await eventually(() => expect(sink.received.filter(({ to }) => to.includes(email))).toHaveLength(1));
    await erase(workspace, enrollment.contact_id);
    await eventually(async () => expect((await workspace.readSend(id)).contact_email).toBeNull());
    release(undefined);
    await eventually(async () => expect((await workspace.readSend(id)).status).not.toBe('sending'));
    await eventually(async () => expect(await placesOf(email)).toEqual([]));
  });
});

describe('the erasure of a contact', () => {
  it('expires the exports of its campaigns, whose files are deleted', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const { id, email, enrollment } = await workspace.planNew();
    await eventually(async () => expect((await workspace.readSend(id)).status).toBe('delivered'));
    const job = exportOf(workspace);
    await service.write('exports', job);
    await eventually(async () => expect(await placesOf(email)).toContain('export_files.chunks'));
    await erase(workspace, enrollment.contact_id);
    await eventually(async () => {
      await service.runRound('expire-exports');
      expect(await placesOf(email)).toEqual([]);
    });
    const ctx: CallContext = testCall(workspace.workspaceId, { scopes: new Set(['campaigns:read']) });
    const { export: expired } = await service.client.getExport(ctx, { id: job.id });
    expect(expired).toMatchObject({ status: 'expired', download_url: undefined });
  });
});

function exportOf({ workspaceId, campaign }: SendingWorkspace) {
  const now = new Date();
  return {
    id: newId('exp'),
    workspace_id: workspaceId,
    content: { campaign_id: campaign.id, include_events: false },
    status: 'queued',
    format: 'csv',
    total: 1,
    row_count: 0,
    file_id: null,
    error: null,
    created_at: now,
    expires_at: null,
    version: 1,
    due_at: now,
    lease_token: null,
    attempts: 0,
  };
}
