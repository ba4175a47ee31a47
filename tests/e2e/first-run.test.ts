import { describe, expect, it, jest } from '@jest/globals';
import { startDemo, type Demo } from '@outreach/dev/demo';
import { welcome } from '@outreach/dev/welcome';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const WAIT = { timeoutMs: 60_000, pollMs: 100 };
/** Analytics answer 120 requests a minute. */
const ANALYTICS_WAIT = { timeoutMs: 60_000, pollMs: 1_000 };
const run = promisify(execFile);

/** The stack and the demo of `npm start`. */
const first = await sharedByTests(async () => {
  const running = await useSharedStack();
  const demo: Demo = await startDemo(running.stack, () => undefined);
  const stop = async (): Promise<void> => {
    await demo.close();
    await running.stop();
  };
  return { lines: commandsOf(welcome(running.stack, demo)), stop };
});

/** The commands that `npm start` prints, in their order. */
function commandsOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith('curl ') || line.startsWith('THREAD='));
}

/** Runs the first printed command that contains the text, exactly as it is printed. Returns its output. */
async function runLine(text: string): Promise<string> {
  const line = first.lines.find((one) => one.includes(text));
  if (line === undefined) throw new Error(`No printed command contains ${text}.`);
  return runAll([line]);
}

async function runAll(lines: readonly string[]): Promise<string> {
  return (await run('bash', ['-c', lines.join('\n')])).stdout;
}

/** Runs a printed command that uses the printed variable. */
async function runInThread(text: string): Promise<string> {
  return runAll(first.lines.filter((line) => line.startsWith('THREAD=') || line.includes(text)));
}

const webhookTypes = async (): Promise<string[]> =>
  JSON.parse(await runLine('curl -s http')).map(({ event }: { event: { type: string } }) => event.type);

describe('the commands that npm start prints', () => {
  it('are fourteen or fewer, one line each', () => {
    expect(first.lines.length).toBeLessThanOrEqual(14);
  });

  it('log in and create a contact, whose webhook arrives', async () => {
    expect(JSON.parse(await runLine('/auth/token/'))).toMatchObject({ access: expect.any(String) });
    expect(JSON.parse(await runLine('/contacts/'))).toMatchObject({ email: 'ada@example.com' });
    await eventually(async () => expect(await webhookTypes()).toContain('contact.created'), WAIT);
  });

  it('launch the demo campaign, whose emails arrive', async () => {
    expect(JSON.parse(await runLine('/launch/'))).toMatchObject({ status: 'active' });
    await eventually(async () => {
      const emails: { to: string }[] = JSON.parse(await listEmails());
      expect(emails.map(({ to }) => to).toSorted()).toEqual([
        'ada@example.com',
        'alan@example.com',
        'grace@example.com',
      ]);
    }, WAIT);
  });

  it('open an email, click and reply, and the numbers and webhooks change', async () => {
    expect(await runLine('/open')).toBe('200\n');
    expect(await runLine('/click')).toMatch(/\/docs\n$/);
    await runLine('/reply');
    await eventually(async () => {
      const { metrics } = JSON.parse(await runLine('/analytics/summary/'));
      expect(metrics).toMatchObject({ total_sent: 3, delivered: 3, opened: 1, clicked: 1, replied: 1 });
    }, ANALYTICS_WAIT);
    await eventually(async () => {
      expect(await webhookTypes()).toEqual(
        expect.arrayContaining(['email.delivered', 'email.opened', 'email.clicked', 'email.replied']),
      );
    }, WAIT);
  });

  it('read the thread of the reply and answer it, and the answer arrives', async () => {
    const thread = JSON.parse(await runInThread('$THREAD/ '));
    expect(thread.messages).toMatchObject([
      { direction: 'out', status: 'sent' },
      { direction: 'in', body_text: expect.stringContaining('Sounds good, can we talk on Tuesday?') },
    ]);
    expect(JSON.parse(await runInThread('$THREAD/reply/'))).toMatchObject({ status: 'queued' });
    await eventually(async () => {
      const emails: { to: string; subject: string }[] = JSON.parse(await listEmails());
      const answers = emails.filter(({ subject }) => subject.startsWith('Re: '));
      expect(answers.map(({ to }) => to)).toEqual([thread.contact.email]);
    }, WAIT);
  });
});

/** The list of emails has the shortest address of its server. */
async function listEmails(): Promise<string> {
  const page = first.lines.find((line) => line.includes('/messages/1/open')) ?? '';
  const [, address = ''] = /(http:\/\/[\d.:]+\/)messages/.exec(page) ?? [];
  return runLine(`curl -s ${address}`);
}
