import { expect, it, jest } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { newSendingWorkspace, startSending } from './sending-harness.ts';

jest.setTimeout(180_000);

const ACCOUNTS = 150;
const EMAILS_PER_ACCOUNT = 30;
const CONCURRENT = 50;
const NEIGHBOUR_EMAILS = 5;
const NEIGHBOUR_WITHIN = { timeoutMs: 10_000, pollMs: 50 };

const service = await sharedByTests(startSending);
const slow = await sharedByTests(async () => startMailSink());
const fast = await sharedByTests(async () => startMailSink());

it('a workspace whose 150 servers do not answer does not delay the emails of another workspace', async () => {
  const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
  const hostile = await newSendingWorkspace(service, { sink: slow });
  const accounts = service.database.collection<{ _id: string }>('sending_accounts');
  const account = await accounts.findOne({ _id: hostile.accountId });
  const ids = Array.from({ length: ACCOUNTS }, () => newId('acc'));
  await accounts.insertMany(
    ids.map((id) => ({ ...account, _id: id, email: `${id.toLowerCase()}@slow.example` })),
  );
  const queue = async (id: string): Promise<void> => {
    const enrollment = await hostile.addEnrollment({ sending_account_id: id });
    slow.replies.set(enrollment.contact_email ?? '', { at: 'delay', until });
    await hostile.plan(enrollment, {
      sending_account_id: id,
      from_email: `${id.toLowerCase()}@slow.example`,
    });
  };
  const queued = ids.flatMap((id) => Array.from({ length: EMAILS_PER_ACCOUNT }, () => id));
  for (let start = 0; start < queued.length; start += CONCURRENT)
    await Promise.all(queued.slice(start, start + CONCURRENT).map(queue));
  await eventually(() => expect(slow.received.length).toBeGreaterThan(0), { timeoutMs: 30_000 });
  const neighbour = await newSendingWorkspace(service, { sink: fast });
  for (let number = 0; number < NEIGHBOUR_EMAILS; number += 1) await neighbour.planNew();
  const startedAtMs = performance.now();
  try {
    await eventually(() => expect(fast.received).toHaveLength(NEIGHBOUR_EMAILS), NEIGHBOUR_WITHIN);
    process.stderr.write(`the neighbour waited ${Math.round(performance.now() - startedAtMs)} ms\n`);
  } finally {
    release(undefined);
  }
});
