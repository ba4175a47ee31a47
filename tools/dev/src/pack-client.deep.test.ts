import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'vite';
import { z } from 'zod';
import { packClient } from './pack-client.ts';
import { packFolders } from './pack-package.ts';
import { repositoryRoot } from './repository-root.ts';

const run = promisify(execFile);
const SIZE_MAX_BYTES = 15 * 1024;
const ALL =
  'createClient, apiKey, userLogin, refreshToken, verifyWebhook, OutreachError, NetworkError, RedirectError';
/** The packages that the client depends on, packed from this repository, so that the test needs no registry. */
const DEPENDENCIES = [
  'openapi-fetch',
  'openapi-typescript-helpers',
  'standardwebhooks',
  '@stablelib/base64',
  'fast-sha256',
];

const USE_JS = `
import { createServer } from 'node:http';
import { apiKey, createClient, verifyWebhook, WebhookSignatureError } from '@outreach/client';

const server = createServer((req, res) => {
  res.writeHead(200, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ path: req.url, credential: req.headers.authorization }));
}).listen(0, '127.0.0.1', async () => {
  const baseUrl = 'http://127.0.0.1:' + server.address().port;
  const outreach = createClient({ baseUrl, credentials: apiKey('otk_test') });
  const found = await outreach.get('/api/v1/contacts/{contact_id}/', { params: { path: { contact_id: 'ct_1' } } });
  let refused = false;
  try {
    verifyWebhook('{}', {}, 'whsec_AAAA');
  } catch (error) {
    refused = error instanceof WebhookSignatureError;
  }
  console.log(JSON.stringify({ ...found, refused }));
  server.close();
});
`;

const USE_TS = `
import { apiKey, createClient, verifyWebhook, type Schema } from '@outreach/client';

const outreach = createClient({ baseUrl: 'http://127.0.0.1:8080', credentials: apiKey('otk_test') });
const path = { contact_id: 'ct_1' };
export const contact: Schema<'Contact'> = await outreach.get('/api/v1/contacts/{contact_id}/', { params: { path } });
export const created: Schema<'Contact'> = await outreach.post('/api/v1/contacts/', { body: { email: 'm@example.com' } });
export const deleted: undefined = await outreach.delete('/api/v1/api-keys/{key_id}/', { params: { path: { key_id: 'k' } } });
export const ended: Schema<'ImportJob'> = await outreach.waitFor('import', 'imp_1');
for await (const item of outreach.list('/api/v1/contacts/search/', { body: {} })) item.email satisfies string;
for await (const page of outreach.pages('/api/v1/users/')) page.meta.has_more satisfies boolean;
export const job: Schema<'ImportJob'> = await outreach.upload('/api/v1/imports/', { file: new Blob(['x']) });
const event = verifyWebhook('{}', {}, 'whsec_AAAA');
if (event.type === 'contact.created') event.data.email satisfies string;
// @ts-expect-error: the id is required.
await outreach.get('/api/v1/contacts/{contact_id}/');
// @ts-expect-error: the body has no such field.
await outreach.post('/api/v1/contacts/', { body: { emial: 'm@example.com' } });
// @ts-expect-error: the path is not a list.
outreach.list('/api/v1/workspace/');
// @ts-expect-error: a replay has two ids.
await outreach.waitFor('replay', 'rpl_1');
`;

const TSCONFIG = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    strict: true,
    noEmit: true,
  },
  files: ['use.ts'],
};

const outputSchema = z.array(z.object({ output: z.array(z.object({ code: z.string() })) }));

describe('the package of the client library', () => {
  let folder = '';
  let project = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outreach-client-'));
    project = join(folder, 'project');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
    const sources = DEPENDENCIES.map((name) => join(repositoryRoot, 'node_modules', name));
    const [client, packed] = await Promise.all([packClient(folder), packFolders(sources, folder)]);
    const archives = [client, ...packed];
    const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...flags, ...archives], { cwd: project });
  }, 60_000);

  afterAll(async () => rm(folder, { recursive: true, force: true }));

  it('is installed and used by a bare project', async () => {
    await writeFile(join(project, 'use.js'), USE_JS);
    const { stdout } = await run(process.execPath, ['use.js'], { cwd: project });
    expect(JSON.parse(stdout)).toEqual({
      path: '/api/v1/contacts/ct_1/',
      credential: 'Bearer otk_test',
      refused: true,
    });
  });

  it('has types that refuse wrong calls', async () => {
    await writeFile(join(project, 'use.ts'), USE_TS);
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
    const compiled = run(process.execPath, [compiler, '-p', project]);
    await expect(compiled).resolves.toMatchObject({ stdout: '' });
  });

  it('has at most 15 KiB in a page, compressed, and less if only a part of it is used', async () => {
    const all = await bundledBytes(project, ALL);
    expect(all).toBeGreaterThan(1024);
    expect(all).toBeLessThanOrEqual(SIZE_MAX_BYTES);
    expect(await bundledBytes(project, 'createClient, apiKey')).toBeLessThan(all * 0.75);
    expect(await bundledBytes(project, 'OutreachError')).toBeLessThan(all * 0.2);
  });
});

/** The compressed size of a page that uses these exports. */
async function bundledBytes(project: string, names: string): Promise<number> {
  const entry = join(project, 'page.js');
  await writeFile(entry, `import { ${names} } from '@outreach/client';\nglobalThis.used = [${names}];\n`);
  const built = await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', rolldownOptions: { input: entry } },
  });
  const outputs = outputSchema.parse(Array.isArray(built) ? built : [built]);
  return gzipSync(outputs.flatMap(({ output }) => output.map(({ code }) => code)).join('\n')).length;
}
