import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { messageIdOf, newSendingWorkspace, startSending, type SendingWorkspace } from './sending-harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'send-journal-'));
const service = await sharedByTests(async () => startSending({ SENDING_JOURNAL_DIR: folder }));
const sink = await sharedByTests(async () => startMailSink());

const LEASE_END = { status: 'sending', attempts: 1, due_at: new Date(Date.now() + 300_000) } as const;
const mailsTo = (email: string) => sink.received.filter(({ to }) => to.includes(email));

/** Writes the journal of a process that has died. */
function writeJournal(name: string, records: readonly object[], end = ''): string {
  const path = join(folder, `${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}.999999999.1.${name}.1.journal`);
  writeFileSync(path, `${records.map((record) => JSON.stringify(record)).join('\n')}\n${end}`);
  return path;
}

async function claimed(workspace: SendingWorkspace, token: string) {
  const { id, email } = await workspace.planNew({ ...LEASE_END, lease_token: token });
  const message = {
    message_id: messageIdOf(id),
    subject: 'A question',
    variant_id: null,
    sequence_version: 1,
    sealed_rendering: Buffer.from('sealed').toString('base64'),
    from_email: workspace.from,
    contact_email: email,
  };
  const claim = { id, workspaceId: workspace.workspaceId, token };
  const begin = { kind: 'begin', claim, message, attempts: 1 };
  return { id, email, begin, claimRecord: { kind: 'claim', token, sends: [[id, workspace.workspaceId]] } };
}

describe('the journal of a dead worker', () => {
  it('settles its claims: replies are recorded, dialogs without a reply are repeated, others are sent', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const answered = await claimed(workspace, 'lease_1');
    const refused = await claimed(workspace, 'lease_1');
    const unknown = await claimed(workspace, 'lease_1');
    const unsent = await claimed(workspace, 'lease_2');
    const end = { kind: 'end', token: 'lease_1', atMs: Date.now() };
    const path = writeJournal(
      'a',
      [
        answered.claimRecord,
        refused.claimRecord,
        unknown.claimRecord,
        unsent.claimRecord,
        answered.begin,
        refused.begin,
        { ...end, id: answered.id, reply: { code: 250, enhanced: '2.0.0', text: '250 2.0.0 queued' } },
        unknown.begin,
        { ...end, id: refused.id, reply: { code: 550, enhanced: '5.7.1', text: '550 5.7.1 Spam' } },
      ],
      '{"kind":"end","id":"snd_',
    );
    await service.runRound('settle-journals');
    await eventually(() => expect(existsSync(path)).toBe(false));
    await eventually(async () => {
      const rows = await Promise.all(
        [answered, refused, unknown, unsent].map(async ({ id }) => workspace.readSend(id)),
      );
      expect(rows.map(({ status, attempts, unknown_count: count = 0 }) => [status, attempts, count])).toEqual(
        [
          ['delivered', 1, 0],
          ['bounced', 1, 0],
          ['delivered', 2, 1],
          ['delivered', 1, 0],
        ],
      );
    });
    const counts = [answered, refused, unknown, unsent].map(({ email }) => mailsTo(email).length);
    expect(counts).toEqual([0, 0, 1, 1]);
    const { smtp_response: reply, sealed_rendering: sealed } = await workspace.readSend(answered.id);
    expect([reply, sealed]).toMatchObject(['250 2.0.0 queued', { buffer: Buffer.from('sealed') }]);
  });

  it('changes nothing for claims that another worker has settled', async () => {
    const workspace = await newSendingWorkspace(service, { sink });
    const { id, email, begin, claimRecord } = await claimed(workspace, 'lease_3');
    await service.database
      .collection('sends')
      .updateOne({ _id: id as never }, { $set: { lease_token: 'lease_of_another_worker' } });
    const path = writeJournal('b', [claimRecord, begin]);
    await service.runRound('settle-journals');
    await eventually(() => expect(existsSync(path)).toBe(false));
    expect(await workspace.readSend(id)).toMatchObject({
      status: 'sending',
      lease_token: 'lease_of_another_worker',
    });
    expect(mailsTo(email)).toHaveLength(0);
  });

  it('keeps no file of settled claims but the current one', () => {
    expect(readdirSync(folder).length).toBeLessThanOrEqual(1);
  });
});
