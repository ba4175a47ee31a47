/** @needs jq */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { startDemo } from '@outreach/dev/demo';
import { eventually } from '@outreach/testing';
import { z } from 'zod';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(300_000);

const RUN_MS = 120_000;
const WAIT = { timeoutMs: 60_000, pollMs: 500 };
const run = promisify(execFile);

const running = await useSharedStack();
const demo = await startDemo(running.stack, () => undefined);
const demoKey = demo.workspace.api_key;
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-guide-'));
const { info } = (await running.call('GET', '/openapi.json', { key: '' })).body;
const [, resources = ''] = info.description.split('\n## Resources by example\n');

/** The samples of a language as one program. Each language has its own addresses, because all share a workspace. */
function programOf(language: string): string {
  const blocks = [...resources.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))];
  return blocks
    .map(([, code = '']) => code.replaceAll('@example.com', `@${language}.example.com`))
    .join('\n');
}

const env = { ...process.env, BASE_URL: running.stack.baseUrl, API_KEY: demoKey };

/** The thread that the samples of the inbox read: a contact answers the demo campaign. */
async function receiveReply(): Promise<void> {
  const { campaignId, mail } = demo;
  await running.call('POST', `/api/v1/campaigns/${campaignId}/launch/`, { key: demoKey });
  await eventually(async () => expect(await (await fetch(mail.url)).json()).not.toEqual([]), WAIT);
  await fetch(`${mail.url}messages/1/reply`, {
    method: 'POST',
    body: 'Sounds good, can we talk on Tuesday?',
  });
  const threads = async () =>
    (await running.call('GET', '/api/v1/inbox/threads/', { key: demoKey })).body.data;
  await eventually(async () => expect(await threads()).not.toEqual([]), WAIT);
}

await receiveReply();

afterAll(async () => {
  await demo.close();
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Program {
  readonly command: string;
  readonly file: string;
  readonly text: string;
  readonly changes?: Readonly<Record<string, string>>;
}

const Written = z.object({ stdout: z.string().default(''), stderr: z.string().default('') });

/** Runs a program and returns its output. A failure shows the end of what it wrote. */
async function output({ command, file, text, changes = {} }: Program): Promise<string> {
  writeFileSync(file, text);
  const options = { cwd: folder, env: { ...env, ...changes }, timeout: RUN_MS };
  return run(command, [file], options).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      const { stdout, stderr } = Written.parse(error);
      throw new Error([stdout, stderr].map((text) => text.slice(-1_000)).join('\n'));
    },
  );
}

describe('the samples of the guide run', () => {
  it('in a shell', async () => {
    const text = `set -euo pipefail\n${programOf('sh')}`;
    const file = path.join(folder, 'samples.sh');
    expect(await output({ command: 'bash', file, text })).toContain('maria@sh.example.com');
  });

  it('in TypeScript', async () => {
    // Node finds the client from the folder of the program.
    const file = path.join(import.meta.dirname, 'samples', `guide-${process.pid}.ts`);
    try {
      const text = programOf('ts');
      expect(await output({ command: process.execPath, file, text })).toContain('maria@ts.example.com');
    } finally {
      rmSync(file, { force: true });
    }
  });

  it('in Python', async () => {
    const packages = path.join(folder, 'packages');
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', packages, 'requests==2.32.5']);
    const file = path.join(folder, 'samples.py');
    const changes = { PYTHONPATH: packages };
    const printed = await output({ command: 'python3', file, text: programOf('python'), changes });
    expect(printed).toContain('maria@python.example.com');
  });
});
