import { expect, it } from '@jest/globals';
import { SCOPES } from '@outreach/contracts-auth';
import { eventually, testCall } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { makeWorkspace, startAuth } from './auth-harness.ts';
import { mailSettings } from './letters.ts';

const lines: string[] = [];
const sink = await sharedByTests(async () => startMailSink({ isTls: true }));
const auth = await sharedByTests(async () =>
  startAuth({ ...mailSettings(sink), SYSTEM_SMTP_URL: `smtps://localhost:${sink.port}` }, lines),
);

it('keeps a letter queued, and logs why, while the certificate of the mail server is not trusted', async () => {
  const { workspace } = await makeWorkspace(auth);
  const principal = { type: 'user', id: 'usr_caller', role: 'owner' } as const;
  const ctx = testCall(workspace.id, { principal, scopes: new Set(SCOPES) });
  const email = 'ada@example.com';
  await auth.client.createInvitation(ctx, { email, role: 'member', scopes: [] });
  const line = await eventually(() => {
    const found = lines.find((text) => text.includes('a letter was not accepted'));
    if (found === undefined) throw new Error('Nothing is logged.');
    return found;
  });
  expect(JSON.parse(line)).toMatchObject({
    purpose: 'invitation',
    outcome: 'later',
    reason: expect.stringContaining('certificate'),
  });
  expect(lines.join('')).not.toContain(email);
  expect(await auth.connection.collection('letters').countDocuments()).toBe(1);
  expect(sink.received).toEqual([]);
});
