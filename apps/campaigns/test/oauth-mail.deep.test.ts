/** @needs dovecot postfix */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { accountCall } from './accounts-harness.ts';
import { inboundOf, mailOf, requestReading } from './inbox-harness.ts';
import { endIn } from './oauth-harness.ts';
import { consent, newCampaign, startOAuthMail } from './oauth-mail-harness.ts';
import { startSending, type SendingWorkspace } from './sending-harness.ts';

jest.setTimeout(180_000);

const WAIT = { timeoutMs: 60_000, pollMs: 100 };
const mail = await sharedByTests(startOAuthMail);
const { oauth, dovecot, refreshes } = mail;
const service = await sharedByTests(async () => startSending({ ...mail.settings, SENDING_PAUSE_MS: '2000' }));

const accountOf = async ({ workspaceId, accountId: id }: SendingWorkspace) =>
  (await service.client.getSendingAccount(accountCall(workspaceId), { id })).account;

/** How often each recipient has got an email. */
function deliveries(emails: readonly string[]): number[] {
  const folder = join(dovecot.mailFolder, 'recipients', 'new');
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return emails.map(
    (email) => mails.filter((mail) => mail.includes(`To: ${email}`) || mail.includes(`<${email}>`)).length,
  );
}

async function allDelivered(workspace: SendingWorkspace, planned: readonly { id: string; email: string }[]) {
  await eventually(async () => {
    const sends = await Promise.all(planned.map(async ({ id }) => workspace.readSend(id)));
    expect(sends.map(({ status }) => status)).toEqual(planned.map(() => 'delivered'));
  }, WAIT);
  await eventually(async () => {
    expect(deliveries(planned.map(({ email }) => email))).toEqual(planned.map(() => 1));
    await Promise.resolve();
  }, WAIT);
}

async function plan(workspace: SendingWorkspace, count: number, dueAt = new Date()) {
  return Promise.all(Array.from({ length: count }, async () => workspace.planNew({ due_at: dueAt })));
}

describe('a mailbox whose owner has consented', () => {
  it('sends an email and reads the reply, with tokens only', async () => {
    const workspace = await newCampaign(mail, service);
    const [sent] = await plan(workspace, 1);
    if (sent === undefined) throw new Error('An email is planned.');
    await allDelivered(workspace, [sent]);
    const { message_id: messageId } = await workspace.readSend(sent.id);
    const reply = mailOf({ from: sent.email, inReplyTo: messageId ?? '', text: 'Yes, call me tomorrow.' });
    await dovecot.deliver({ username: workspace.username }, [reply]);
    await eventually(async () => {
      await requestReading(service.database, workspace);
      expect(await inboundOf(service, workspace)).toMatchObject([{ kind: 'reply', send_id: sent.id }]);
    }, WAIT);
  });

  it('is refreshed once while two workers send its emails', async () => {
    const other = await service.startReplica();
    try {
      const workspace = await newCampaign(mail, service);
      await endIn(service, { id: workspace.accountId }, -1);
      const before = refreshes();
      await allDelivered(workspace, await plan(workspace, 12));
      expect(refreshes() - before).toBe(1);
    } finally {
      await other.stop();
    }
  });
});

describe('a consent that was withdrawn while emails are due', () => {
  it('lets them wait until the owner consents again: none is lost or sent twice', async () => {
    const workspace = await newCampaign(mail, service);
    await oauth.withdraw(workspace.username);
    await endIn(service, { id: workspace.accountId }, -1);
    const planned = await plan(workspace, 5);
    await eventually(async () => {
      expect(await accountOf(workspace)).toMatchObject({ status: 'error', status_reason: 'oauth_revoked' });
    }, WAIT);
    await eventually(async () => {
      const sends = await Promise.all(planned.map(async ({ id }) => workspace.readSend(id)));
      expect(sends.map(({ status }) => status)).toEqual(planned.map(() => 'queued'));
      expect(sends.map(({ attempts }) => attempts)).toEqual(planned.map(() => 0));
    }, WAIT);
    await consent(mail, service, workspace);
    await workspace.makeDue(...planned.map(({ id }) => id));
    await eventually(
      async () => {
        const queued = await Promise.all(planned.map(async ({ id }) => workspace.readSend(id)));
        await workspace.makeDue(...queued.flatMap(({ _id, status }) => (status === 'queued' ? [_id] : [])));
        expect(queued.map(({ status }) => status)).toEqual(planned.map(() => 'delivered'));
      },
      { timeoutMs: 120_000, pollMs: 1_000 },
    );
    await allDelivered(workspace, planned);
  });
});

describe('a token server that is down for minutes while emails are due', () => {
  it('lets them wait: none is lost or sent twice', async () => {
    const workspace = await newCampaign(mail, service);
    const { database } = service;
    const account = async () =>
      database.collection<{ _id: string }>('sending_accounts').findOne({ _id: workspace.accountId });
    await endIn(service, { id: workspace.accountId }, -1);
    oauth.faults.isDown = true;
    const planned = await plan(workspace, 4);
    const emails = planned.map(({ email }) => email);
    const queued = async (): Promise<readonly string[]> => {
      const open = { workspace_id: workspace.workspaceId, status: 'queued' };
      const sends = await database.collection<{ _id: string }>('sends').find(open).toArray();
      return sends.map(({ _id }) => _id);
    };
    try {
      await eventually(async () => expect(await account()).toMatchObject({ failures_in_row: 1 }), WAIT);
      await eventually(
        async () => {
          await requestReading(database, workspace);
          expect(await account()).toMatchObject({ status: 'error', oauth: { status: 'connected' } });
        },
        { timeoutMs: 60_000, pollMs: 1_000 },
      );
      // An email with an attempt waits; the others go back to the planner while their account cannot send.
      await eventually(async () => expect((await queued()).length).toBeLessThan(emails.length), WAIT);
      expect(deliveries(emails)).toEqual(emails.map(() => 0));
    } finally {
      oauth.faults.isDown = false;
    }
    const due = { $set: { due_at: new Date(0), lease_token: null } };
    await database
      .collection<{ _id: string }>('account_reconnects')
      .updateOne({ _id: workspace.accountId }, due);
    await eventually(async () => expect(await account()).toMatchObject({ status: 'active' }), WAIT);
    await eventually(
      async () => {
        await workspace.makeDue(...(await queued()));
        expect(deliveries(emails)).toEqual(emails.map(() => 1));
      },
      { timeoutMs: 120_000, pollMs: 1_000 },
    );
  });
});
