/** @needs dovecot */
import { expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startDovecot, startMailSink } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { lastUidOf, mailOf, newInbox, requestReading, startInboxes } from './inbox-harness.ts';

jest.setTimeout(120_000);

const MAILBOXES = 12;
const MESSAGES = 4;
const MESSAGE_BYTES = 8 * 1_048_576;
/** Together the messages have 384 MiB. */
const GROWTH_MIB_MAX = 128;
const WAIT = { timeoutMs: 60_000 };
const SAMPLE_MS = 10;

const service = await sharedByTests(async () => startInboxes());
const sink = await sharedByTests(async () => startMailSink());
const dovecot = await sharedByTests(startDovecot);

/** Samples the resident memory of the process. Returns the highest growth so far, in MiB. */
function watchMemory(): { growthMib(): number; stop(): void } {
  const before = process.memoryUsage.rss();
  let highest = before;
  const sample = (): void => {
    highest = Math.max(highest, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return { growthMib: () => (highest - before) / 1_048_576, stop: () => clearInterval(timer) };
}

it('messages of 8 MiB in several mailboxes need no more memory than the start of each', async () => {
  const line = `${'A long letter. '.repeat(5).trim()}\r\n`;
  const text = line.repeat(MESSAGE_BYTES / line.length);
  const message = mailOf({ from: 'news@stranger.example', text });
  const mailboxes = await Promise.all(
    Array.from({ length: MAILBOXES }, async () => newInbox({ service, sink, dovecot })),
  );
  for (const mailbox of mailboxes)
    await dovecot.deliver(
      mailbox,
      Array.from({ length: MESSAGES }, () => message),
    );
  const memory = watchMemory();
  for (const mailbox of mailboxes) await requestReading(service.database, mailbox);
  await eventually(async () => {
    const uids = await Promise.all(mailboxes.map(async (one) => lastUidOf(one, service.database)));
    expect(uids).toEqual(mailboxes.map(() => MESSAGES));
  }, WAIT);
  memory.stop();
  process.stderr.write(`the resident memory grew by at most ${Math.round(memory.growthMib())} MiB\n`);
  expect(memory.growthMib()).toBeLessThan(GROWTH_MIB_MAX);
});
