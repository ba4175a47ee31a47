/** @needs dovecot postfix */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startDovecot, startMailSink, startPostfix } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { inboundOf, newInbox, startInboxes } from './inbox-harness.ts';

const service = await sharedByTests(startInboxes);
const sink = await sharedByTests(async () => startMailSink());
const dovecot = await sharedByTests(startDovecot);
const postfix = await sharedByTests(async () =>
  startPostfix({
    mailFolder: dovecot.mailFolder,
    maildirs: { '@sender.example': 'bounces@mailbox.example', '@mailbox.example': 'bounces@mailbox.example' },
    domains: ['sender.example', 'mailbox.example', 'example.com'],
  }),
);

describe('the inbox', () => {
  it('records the bounce that Postfix reports after it has accepted the email', async () => {
    const workspace = await newInbox({
      service,
      sink,
      dovecot,
      username: 'bounces@mailbox.example',
      account: {
        smtp: {
          host: 'localhost',
          port: postfix.port,
          security: 'none',
          username: null,
          sealed_password: null,
        },
      },
    });
    const { id, enrollment } = await workspace.planNew();
    await eventually(async () => {
      expect(await workspace.readSend(id)).toMatchObject({
        status: 'bounced',
        bounce_classification: 'invalid_mailbox',
        bounce_type: 'hard',
        enhanced_code: '5.1.1',
      });
    });
    expect(await workspace.readEnrollment(enrollment.id)).toMatchObject({
      status: 'stopped',
      stop_reason: 'bounced',
    });
    expect(await inboundOf(service, workspace)).toMatchObject([{ kind: 'bounce', send_id: id }]);
  });
});
