import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { messageIdOf, newSendingWorkspace, startSending } from './sending-harness.ts';
import { newAddress, newThread, type ThreadUnderTest } from './replies-harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'send-journal-'));
const service = await sharedByTests(async () => startSending({ SENDING_JOURNAL_DIR: folder }));
const sink = await sharedByTests(async () => startMailSink());
const plainSink = await sharedByTests(async () => startMailSink({ hasPipelining: false }));
const SINKS = [
  ['with PIPELINING', sink],
  ['without PIPELINING', plainSink],
] as const;

const mailsTo = (email: string) =>
  [sink, plainSink].flatMap(({ received }) => received.filter(({ to }) => to.includes(email)));

async function given(account: object = {}, server = sink) {
  const workspace = await newSendingWorkspace(service, { sink: server, account });
  return { workspace, thread: await newThread(service, workspace) };
}

async function suppressionOf({ email }: ThreadUnderTest) {
  const found = await service.database.collection('suppression_requests').findOne({ email });
  return found === null ? undefined : { reason: found['reason'], campaign_id: found['campaign_id'] };
}

async function sentAnswer() {
  const { workspace, thread } = await given();
  const { id, send_id: sendId } = await thread.reply();
  await thread.expectMessage(id, { status: 'sent' });
  return { workspace, thread, id, sendId: sendId ?? '' };
}

describe('the server of an answer', () => {
  it('that refuses it for now gets it again, and once', async () => {
    const { workspace, thread } = await given();
    sink.replies.set(thread.email, { at: 'recipient', code: 451, text: '4.7.1 Greylisted' });
    const { id, send_id: sendId } = await thread.reply();
    await eventually(async () =>
      expect(await workspace.readSend(sendId ?? '')).toMatchObject({ status: 'queued', smtp_code: 451 }),
    );
    expect(await thread.readMessage(id)).toMatchObject({ status: 'queued', error: null });
    sink.replies.delete(thread.email);
    await workspace.makeDue(sendId ?? '');
    await thread.expectMessage(id, { status: 'sent' });
    expect(mailsTo(thread.email)).toHaveLength(1);
  });

  it.each(SINKS)(
    '%s that refuses it for good makes it fail, and suppresses an address that does not exist',
    async (_name, server) => {
      const { workspace, thread } = await given({}, server);
      const cc = newAddress();
      server.replies.set(thread.email, { at: 'recipient', code: 550, text: '5.1.1 User unknown' });
      const { id } = await thread.reply({ cc: [cc] });
      await thread.expectMessage(id, {
        status: 'failed',
        error: 'The server refused the answer: 550 5.1.1 User unknown',
        sent_at: null,
      });
      expect(mailsTo(cc)).toEqual([]);
      expect(await suppressionOf(thread)).toEqual({
        reason: 'hard_bounce',
        campaign_id: workspace.campaign.id,
      });
    },
  );

  it.each(SINKS)('%s that refuses a copy for good sends it to the others', async (_name, server) => {
    const { thread } = await given({}, server);
    const cc = [newAddress(), newAddress()];
    server.replies.set(cc[0] ?? '', { at: 'recipient', code: 550, text: '5.1.1 User unknown' });
    const { id } = await thread.reply({ cc });
    await thread.expectMessage(id, { status: 'sent', error: `The server refused the copies for ${cc[0]}.` });
    expect(mailsTo(thread.email).map(({ to }) => to)).toEqual([[thread.email, cc[1]]]);
    expect(await suppressionOf(thread)).toBeUndefined();
  });

  it.each(SINKS)(
    '%s that refuses a copy for now sends it to no address, and later once to all',
    async (_name, server) => {
      const { workspace, thread } = await given({}, server);
      const cc = newAddress();
      server.replies.set(cc, { at: 'recipient', code: 451, text: '4.7.1 Greylisted' });
      const { id, send_id: sendId } = await thread.reply({ cc: [cc] });
      await eventually(async () =>
        expect(await workspace.readSend(sendId ?? '')).toMatchObject({ smtp_code: 451 }),
      );
      expect(mailsTo(thread.email)).toEqual([]);
      server.replies.delete(cc);
      await workspace.makeDue(sendId ?? '');
      await thread.expectMessage(id, { status: 'sent', error: null });
      expect(mailsTo(thread.email).map(({ to }) => to)).toEqual([[thread.email, cc]]);
    },
  );

  it('that does not answer gets it once more under the same Message-ID', async () => {
    const { workspace, thread } = await given();
    sink.replies.set(thread.email, { at: 'drop_after' });
    const { id, send_id: sendId } = await thread.reply();
    await eventually(async () =>
      expect(await workspace.readSend(sendId ?? '')).toMatchObject({ status: 'queued', unknown_count: 1 }),
    );
    sink.replies.delete(thread.email);
    await workspace.makeDue(sendId ?? '');
    await thread.expectMessage(id, { status: 'sent' });
    const ids = mailsTo(thread.email).map(({ source }) => /^Message-ID: (.*)$/m.exec(source)?.[1]?.trim());
    expect(ids).toEqual([messageIdOf(sendId ?? ''), messageIdOf(sendId ?? '')]);
  });
});

describe('a report about a sent answer', () => {
  const at = new Date();
  const reply = { code: 550, enhanced: '5.1.1', text: '550 5.1.1 User unknown' };

  it('of a hard bounce makes it fail, and suppresses the address', async () => {
    const { workspace, thread, id, sendId } = await sentAnswer();
    const { sent_at: sentAt } = await thread.readMessage(id);
    const bounce = { classification: 'invalid_mailbox', type: 'hard' } as const;
    await thread.record({ kind: 'bounce_reported', sendId, at, reply, ...bounce });
    expect(await thread.readMessage(id)).toMatchObject({
      status: 'failed',
      error: 'The server refused the answer: 550 5.1.1 User unknown',
      sent_at: sentAt,
    });
    expect(await suppressionOf(thread)).toEqual({
      reason: 'hard_bounce',
      campaign_id: workspace.campaign.id,
    });
    expect(await workspace.readEnrollment(thread.enrollment.id)).toMatchObject({
      bounced: false,
      version: 1,
    });
  });

  it('of a complaint suppresses the address, and changes neither the message nor the campaign', async () => {
    const { workspace, thread, id, sendId } = await sentAnswer();
    await thread.record({ kind: 'complained', sendId, at });
    expect(await thread.readMessage(id)).toMatchObject({ status: 'sent' });
    expect(await suppressionOf(thread)).toMatchObject({ reason: 'spam_complaint' });
    const { campaign } = workspace;
    for (const collection of ['campaign_totals', 'campaign_days'])
      expect(
        await service.database
          .collection(collection)
          .countDocuments({ _id: new RegExp(campaign.id) as never }),
      ).toBe(0);
  });
});

describe('an email of a campaign', () => {
  it('reads and writes no threads', async () => {
    const { database } = service;
    const workspace = await newSendingWorkspace(service, { sink });
    await database.command({ profile: 2 });
    const { id } = await workspace.planNew();
    await eventually(async () => expect(await workspace.readSend(id)).toMatchObject({ status: 'delivered' }));
    await database.command({ profile: 0 });
    const commands = database.collection('system.profile');
    expect(await commands.countDocuments({ ns: /\.sends$/ })).toBeGreaterThan(2);
    expect(await commands.countDocuments({ ns: /\.inbox_(?:threads|messages|bodies|counts)$/ })).toBe(0);
  });
});

describe('the journal of a dead worker', () => {
  it('settles answers as other emails: each is sent once', async () => {
    const { workspace, thread } = await given({ status: 'active', daily_limit: 1 });
    await thread.expectMessage((await thread.reply()).id, { status: 'sent' });
    const cc = newAddress();
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await thread.reply({ cc: [cc] }));
    const [answered, refused, unknown, unsent] = answers.map(({ id, send_id: sendId }) => ({
      id,
      sendId: sendId ?? '',
    }));
    if (!answered || !refused || !unknown || !unsent) throw new Error('There are four answers.');
    const all = [answered, refused, unknown, unsent];
    const lease = {
      status: 'sending',
      attempts: 1,
      due_at: new Date(Date.now() + 300_000),
      lease_token: 'lease_1',
    };
    await service.database
      .collection<{ _id: string }>('sends')
      .updateMany({ _id: { $in: all.map(({ sendId }) => sendId) } }, { $set: lease });
    const begin = ({ sendId: id }: { readonly sendId: string }, refusedCc: readonly number[] = []) => ({
      kind: 'begin',
      claim: { id, workspaceId: workspace.workspaceId, token: 'lease_1' },
      attempts: 1,
      message: {
        message_id: messageIdOf(id),
        subject: 'Re: A question',
        variant_id: null,
        sequence_version: null,
        sealed_rendering: null,
        refused_cc: refusedCc,
        from_email: workspace.from,
        contact_email: thread.email,
      },
    });
    const end = { kind: 'end', token: 'lease_1', atMs: Date.now() };
    const before = mailsTo(thread.email).length;
    const path = writeJournal([
      { kind: 'claim', token: 'lease_1', sends: all.map(({ sendId }) => [sendId, workspace.workspaceId]) },
      begin(answered, [0]),
      { ...end, id: answered.sendId, reply: { code: 250, enhanced: '2.0.0', text: '250 2.0.0 queued' } },
      begin(refused),
      { ...end, id: refused.sendId, reply: { code: 554, enhanced: '5.7.1', text: '554 5.7.1 Spam' } },
      begin(unknown),
    ]);
    await service.runRound('settle-journals');
    await eventually(() => expect(existsSync(path)).toBe(false));
    await thread.expectMessage(answered.id, {
      status: 'sent',
      error: `The server refused the copies for ${cc}.`,
      message_id: messageIdOf(answered.sendId).slice(1, -1),
    });
    await thread.expectMessage(refused.id, {
      status: 'failed',
      error: 'The server refused the answer: 554 5.7.1 Spam',
    });
    const accounts = service.database.collection<{ _id: string }>('sending_accounts');
    await accounts.updateOne({ _id: workspace.accountId }, { $set: { daily_limit: 10 } });
    await workspace.makeDue(unknown.sendId, unsent.sendId);
    for (const { id } of [unknown, unsent]) await thread.expectMessage(id, { status: 'sent' });
    expect(mailsTo(thread.email).length - before).toBe(2);
    expect(await workspace.readSend(unknown.sendId)).toMatchObject({ attempts: 2, unknown_count: 1 });
    expect(await workspace.readSend(unsent.sendId)).toMatchObject({ attempts: 1 });
  });
});

/** Writes the journal of a process that has died. */
function writeJournal(records: readonly object[]): string {
  const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
  const path = join(folder, `${host}.999999999.1.a.1.journal`);
  writeFileSync(path, `${records.map((record) => JSON.stringify(record)).join('\n')}\n`);
  return path;
}
