import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { startDemo } from '@outreach/dev/demo';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { createOutreachCommand, follow, type StartedCommand } from './outreach-command.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const root = resolve(import.meta.dirname, '..', '..');
const TITLE = '## First five minutes with the client and the command';

const first = await sharedByTests(async () => {
  const running = await useSharedStack();
  const demo = await startDemo(running.stack, () => undefined);
  const stop = async (): Promise<void> => {
    await demo.close();
    await running.stop();
  };
  return { stack: running.stack, demo, stop };
});
const outreach = await sharedByTests(async () => createOutreachCommand());
const receiver = await sharedByTests(startWebhookSink);

/** The commands of the section, with the addresses and the campaign of this stack. */
function commandsOfReadme(): readonly string[] {
  const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split(TITLE);
  const [, block = ''] = /```sh\n([^`]+)```/.exec(section) ?? [];
  return block
    .replaceAll('http://127.0.0.1:8080', first.stack.baseUrl)
    .replaceAll('http://127.0.0.1:3000', receiver.url)
    .replaceAll('CAMPAIGN_ID', first.demo.campaignId)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function start(text: string): StartedCommand {
  const line = commandsOfReadme().find((one) => one.includes(text));
  if (line === undefined) throw new Error(`No command of the README contains ${text}.`);
  const { XDG_CONFIG_HOME = '', OUTREACH_KEY_RING = '' } = outreach.env;
  const env = { ...process.env, XDG_CONFIG_HOME, OUTREACH_KEY_RING };
  return follow(spawn('bash', ['-c', line], { cwd: root, env, detached: true }));
}

/** Ctrl-C of a terminal reaches all processes of a command: npm, the bootstrap and the command itself. */
async function interrupt({ child, ended }: StartedCommand) {
  process.kill(-(child.pid ?? 0), 'SIGINT');
  return ended;
}

async function run(text: string, input = '') {
  const { child, ended } = start(text);
  child.stdin.end(input);
  return ended;
}

describe('the commands of the section First five minutes of the README', () => {
  it('log in, import a file with a rejected row, and find its contact', async () => {
    mkdirSync(join(root, '.outreach'), { recursive: true });
    const login = await run(' login', `${first.demo.workspace.api_key}\n`);
    expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining('Logged in to') });
    await ranShell('printf');
    const imported = await run('contacts import');
    expect(imported).toMatchObject({ code: 1, stdout: expect.stringContaining('1 created') });
    expect(imported.stdout).toContain('invalid_email');
    expect((await run('contacts search')).stdout).toContain('grace@example.org');
  });

  it('launch the demo campaign, watch it until it is sent, and forward its events', async () => {
    const listening = start('webhooks listen');
    await listening.waitFor('Forwarding events');
    expect(await run('campaigns launch')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is active'),
    });
    const watching = start('campaigns watch');
    await watching.waitFor(/sent [1-9]/);
    await listening.waitFor(/campaign\.launched {2}\S+ {2}200/);
    await Promise.all([interrupt(watching), interrupt(listening)]);
  });
});

/** Runs a line that is no command of `outreach`. */
async function ranShell(text: string): Promise<void> {
  const line = commandsOfReadme().find((one) => one.startsWith(text)) ?? 'false';
  expect(await follow(spawn('bash', ['-c', line], { cwd: root })).ended).toMatchObject({ code: 0 });
}
