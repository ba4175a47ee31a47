import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { freePort } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { COMMAND_FILE, createOutreachCommand } from './outreach-command.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const ESCAPE = '\u001b';
/** A first name that would clear the screen and colour the text. */
const HOSTILE_NAME = `${ESCAPE}[2J${ESCAPE}[31mMallory\u009b2J\u202e`;
const CONTROL = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

const running = await sharedByTests(useSharedStack);
const access = { url: running.stack.baseUrl, apiKey: running.apiKey };
const outreach = await sharedByTests(async () => createOutreachCommand(access));
/** Without a log-in. */
const stranger = await sharedByTests(async () => createOutreachCommand());

async function create(resource: string, body: object): Promise<string> {
  const created = await running.call('POST', `/api/v1/${resource}/`, { body });
  expect([created.status, created.body.error]).toEqual([201, undefined]);
  return created.body.id;
}

/** Runs a command with `--json` that must succeed. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await outreach.run([...args, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('outreach login', () => {
  const file = join(stranger.folder, 'outreach', 'profiles.json');

  it('is needed before the first command, which exits with 3', async () => {
    const { code, stderr } = await stranger.run(['contacts', 'search']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('Run outreach login')]);
  });

  it('refuses a wrong key with 3, and stores nothing', async () => {
    const { code, stderr } = await stranger.run(['login', '--url', access.url], { input: 'otk_wrong\n' });
    expect([code, stderr]).toEqual([3, expect.stringContaining('authentication_required')]);
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('stores a key from standard input in a file that only its owner can read', async () => {
    const args = ['login', '--url', access.url, '--json'];
    const { code, stdout, stderr } = await stranger.run(args, { input: `${access.apiKey}\n` });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ profile: 'default', url: access.url, key_store: 'file' });
    expect(stdout).not.toContain(access.apiKey);
    expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect((await stranger.run(['contacts', 'search'])).code).toBe(0);
  });

  it('keeps several profiles, of which one is current', async () => {
    const args = ['login', '--profile', 'second', '--url', access.url];
    expect((await stranger.run(args, { input: access.apiKey })).code).toBe(0);
    expect((await stranger.run(['profiles', 'use', 'second'])).code).toBe(0);
    const { stdout } = await stranger.run(['profiles', 'list', '--json']);
    expect(JSON.parse(stdout)).toEqual([
      { name: 'default', url: access.url, is_current: false, key_store: 'file' },
      { name: 'second', url: access.url, is_current: true, key_store: 'file' },
    ]);
    expect((await stranger.run(['logout', '--profile', 'second'])).code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('second');
  });

  it('is overridden by OUTREACH_URL and OUTREACH_API_KEY', async () => {
    const wrongKey = await stranger.run(['contacts', 'search'], { env: { OUTREACH_API_KEY: 'otk_wrong' } });
    expect(wrongKey.code).toBe(3);
    const url = `http://127.0.0.1:${await freePort()}`;
    const wrongUrl = await stranger.run(['contacts', 'search'], { env: { OUTREACH_URL: url } });
    expect([wrongUrl.code, wrongUrl.stdout]).toEqual([4, '']);
  });
});

describe('outreach contacts import', () => {
  it('waits with --watch, shows the rejected rows and exits with 1', async () => {
    const path = join(outreach.folder, 'contacts.csv');
    writeFileSync(path, 'email,first_name\none@cli.example,One\nwrong,Two\nthree@cli.example,Three\n');
    const { code, stdout, stderr } = await outreach.run(['contacts', 'import', path, '--watch']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('completed_with_errors')]);
    expect(stdout).toContain('3 rows: 2 created, 0 updated, 0 unchanged, 0 left out, 1 rejected.');
    expect(stdout).toMatch(/^ROW +COLUMN +EMAIL +CODE +MESSAGE$/m);
    expect(stdout).toMatch(/^2 +email +wrong +invalid_email /m);
  });

  it('has the job and its errors with --json, and exits with 0 when no row is rejected', async () => {
    const path = join(outreach.folder, 'more.csv');
    writeFileSync(path, 'email\nfour@cli.example\n');
    const job = await json('contacts', 'import', path, '--watch');
    expect(job).toMatchObject({ status: 'completed', created_count: 1, errors: [] });
    expect(await json('contacts', 'import', path)).toMatchObject({ id: expect.stringMatching(/^imp_/) });
  });

  it('exits with 2 for a file that does not exist, and for a folder', async () => {
    const { code, stderr } = await outreach.run(['contacts', 'import', 'absent.csv']);
    expect([code, stderr]).toEqual([2, 'error: absent.csv cannot be read.\n']);
    const folder = await outreach.run(['contacts', 'import', outreach.folder]);
    expect([folder.code, folder.stderr]).toEqual([2, `error: ${outreach.folder} is not a file.\n`]);
  });
});

describe('outreach contacts search and export', () => {
  it('find by words, by tag, and all without words', async () => {
    await create('contacts', { email: 'grace@navy.example', first_name: 'Grace', tags: ['vip', 'navy'] });
    await create('contacts', { email: 'ada@analytical.example', first_name: 'Ada' });
    const emails = async (...args: string[]): Promise<string[]> =>
      (await json('contacts', 'search', ...args)).map(({ email }: { email: string }) => email);
    expect(await emails('grace', 'navy')).toEqual(['grace@navy.example']);
    expect(await emails('--tag', 'vip')).toEqual(['grace@navy.example']);
    expect(await emails()).toEqual(expect.arrayContaining(['grace@navy.example', 'ada@analytical.example']));
    expect(await emails('--limit', '1')).toHaveLength(1);
  });

  it('show no control characters of a name, and the export to a pipe keeps them', async () => {
    await create('contacts', {
      email: 'mallory@hostile.example',
      first_name: HOSTILE_NAME,
      tags: ['hostile'],
    });
    const table = await outreach.run(['contacts', 'search', 'mallory@hostile.example']);
    expect(table.stdout).toContain('Mallory');
    expect(table.stdout).not.toMatch(CONTROL);
    const { stdout } = await outreach.run(['contacts', 'search', 'mallory@hostile.example', '--json']);
    expect(stdout).not.toMatch(CONTROL);
    const [exported] = await exportLines('--tag', 'hostile');
    expect([JSON.parse(stdout)[0].first_name, exported.first_name]).toEqual([
      exported.first_name,
      HOSTILE_NAME,
    ]);
  });

  async function exportLines(...args: string[]) {
    const { code, stdout } = await outreach.run(['contacts', 'export', '--format', 'jsonl', ...args]);
    expect(code).toBe(0);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  it('export CSV in which no cell is a formula, to a file that only its owner can read', async () => {
    await create('custom-fields', { name: 'plan', field_type: 'string' });
    const custom_fields = { plan: '+1' };
    await create('contacts', {
      email: 'eve@formula.example',
      first_name: '=1+1',
      tags: ['a', 'b'],
      custom_fields,
    });
    const args = ['contacts', 'export', '--tag', 'a', '--output', 'out.csv'];
    const { code, stdout, stderr } = await outreach.run(args);
    expect([code, stdout, stderr]).toEqual([0, '', '1 contacts are exported.\n']);
    const path = join(outreach.folder, 'out.csv');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const [head = '', row = ''] = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(head.split(',')).toEqual(expect.arrayContaining(['email', 'company.name', 'custom_fields.plan']));
    const cellOf = (name: string) => row.split(',')[head.split(',').indexOf(name)];
    expect(['email', 'first_name', 'tags', 'custom_fields.plan'].map(cellOf)).toEqual([
      'eve@formula.example',
      "'=1+1",
      'a;b',
      "'+1",
    ]);
  });

  it('end quietly when the reader of a pipe is gone', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      email: `p${index}@pipe.example`,
      title: 'x'.repeat(200),
    }));
    await running.call('POST', '/api/v1/contacts/bulk/', { body: { contacts: many } });
    const shell = `"${process.execPath}" "${COMMAND_FILE}" contacts export | head -c 10 > /dev/null; echo "\${PIPESTATUS[0]}"`;
    const child = spawn('bash', ['-c', shell], { env: outreach.env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    await new Promise((resolve) => child.once('close', resolve));
    expect(output).toBe('0\n');
  });
});

describe('outreach campaigns', () => {
  async function draft(name: string): Promise<string> {
    const email = `${name}@accounts.example`;
    const smtp = { host: '127.0.0.1', port: await freePort(), security: 'none' };
    const account = await create('sending-accounts', { email, provider: 'smtp', smtp });
    const steps = [{ subject: 'Hello', body_html: '<p>Hello</p>' }];
    const sequence_id = await create('sequences', { name, steps });
    const sent = { name, campaign_type: 'cold_outreach', sequence_id, sending_account_ids: [account] };
    return create('campaigns', sent);
  }

  it('are listed, launched, paused, resumed and watched', async () => {
    const id = await draft('founders');
    expect(await json('campaigns', 'list', '--status', 'draft')).toMatchObject([{ id, name: 'founders' }]);
    expect((await outreach.run(['campaigns', 'launch', id])).stdout).toBe('founders is active.\n');
    expect(await json('campaigns', 'pause', id)).toEqual({ id, name: 'founders', status: 'paused' });
    const watch = outreach.start(['campaigns', 'watch', id, '--interval', '0.2']);
    await watch.waitFor('founders: paused');
    expect((await outreach.run(['campaigns', 'resume', id])).code).toBe(0);
    await watch.waitFor('founders: active');
    await running.call('POST', `/api/v1/campaigns/${id}/archive/`);
    expect(await watch.ended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('founders: archived'),
    });
  });

  it('have one line of JSON for each change with --json, and Ctrl-C ends the command with 130', async () => {
    const id = await draft('investors');
    const watch = outreach.start(['campaigns', 'watch', id, '--json', '--interval', '0.2']);
    await watch.waitFor('"draft"');
    const { code, stdout, stderr } = await watch.interrupt();
    expect([code, stderr]).toEqual([130, '']);
    expect(JSON.parse(stdout)).toMatchObject({ id, status: 'draft', metrics: { total_sent: 0 } });
  });

  it('exit with 1 and the code of the API for a transition that is not possible', async () => {
    const id = await draft('partners');
    const { code, stderr } = await outreach.run(['campaigns', 'pause', id, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'invalid_transition', status: 409, request_id: expect.any(String) },
    });
  });
});

describe('outreach', () => {
  it('exits with 2 for an unknown command, an unknown option and a wrong value', async () => {
    const wrong = [
      ['nonsense'],
      ['contacts', 'search', '--nonsense'],
      ['contacts', 'search', '--limit', 'x'],
    ];
    for (const args of wrong) expect((await outreach.run(args)).code).toBe(2);
    const { code, stderr } = await outreach.run(['campaigns', 'watch', '--json']);
    expect([code, JSON.parse(stderr)]).toEqual([
      2,
      { error: { code: 'usage', message: "missing required argument 'id'" } },
    ]);
  });

  it('explains its exit codes', async () => {
    const { code, stdout } = await outreach.run(['help', 'exit-codes']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('4    the server cannot be reached')]);
  });

  it('exits with 3 when the scope of the key does not allow the command', async () => {
    const created = await running.call('POST', '/api/v1/api-keys/', {
      body: { name: 'reader', scopes: ['webhooks:read'] },
    });
    const env = { OUTREACH_API_KEY: created.body.key };
    const { code, stderr } = await outreach.run(['contacts', 'search', '--json'], { env });
    expect(code).toBe(3);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'forbidden', required_scope: 'contacts:read' },
    });
  });
});
