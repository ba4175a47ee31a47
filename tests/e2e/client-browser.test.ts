/** @needs chromium */
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { z } from 'zod';
import { startFaultProxy } from './fault-proxy.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

/** The place of the program in Debian and Ubuntu. */
const CHROMIUM = '/usr/bin/chromium';
const ENTRY = path.resolve(import.meta.dirname, '../../libs/client/src/index.ts');
const outputSchema = z.array(z.object({ output: z.tuple([z.object({ code: z.string() })]) }));

const running = await sharedByTests(useSharedStack);
const proxy = await sharedByTests(async () => {
  const started = await startFaultProxy(running.stack.baseUrl);
  started.files.set('/page.html', { type: 'text/html', text: '<!doctype html><title>Client</title>' });
  started.files.set('/client.js', { type: 'text/javascript', text: await bundle() });
  return { ...started, stop: async () => started[Symbol.asyncDispose]() };
});
const page = await sharedByTests(async () => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const opened = await browser.newPage();
  await opened.goto(`${proxy.url}/page.html`);
  return { run: async (code: string) => opened.evaluate(code), stop: async () => browser.close() };
});

/** The client as one module for a page. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: ENTRY, formats: ['es'], fileName: 'client' } },
  });
  const [first] = outputSchema.parse(Array.isArray(built) ? built : [built]);
  return first?.output[0].code ?? '';
}

/** Runs code in the page, with the module and a client whose base URL is the origin of the page. */
async function inPage(code: string): Promise<unknown> {
  const key = JSON.stringify(running.apiKey);
  return page.run(`(async () => {
    const client = await import('/client.js');
    const outreach = client.createClient({ baseUrl: '', credentials: client.apiKey(${key}), timeoutMs: 5000 });
    ${code}
  })()`);
}

describe('the client in a browser', () => {
  it('creates one contact through a proxy that resets, answers 429 and loses the response', async () => {
    const create = `return (await outreach.post('/api/v1/contacts/', { body: { email: 'page1@example.com' } })).email;`;
    proxy.faults.push({ status: 429, headers: { 'retry-after': '1' } }, 'lose-response');
    expect(await inPage(create)).toBe('page1@example.com');
    proxy.faults.push('reset');
    const count = `let count = 0;
      for await (const found of outreach.list('/api/v1/contacts/search/', { body: { page_size: 1 } })) count += 1;
      return count;`;
    expect(await inPage(count)).toBe(1);
  });

  it('ends an attempt that is over its time limit', async () => {
    proxy.faults.push({ delayMs: 3_000 });
    const read = `return (await outreach.get('/api/v1/workspace/', { timeoutMs: 1500 })).id;`;
    expect(await inPage(read)).toMatch(/^ws_/);
  });

  it('uploads a file with progress, repeats a lost upload once, and waits for its import', async () => {
    proxy.faults.push('lose-response');
    const upload = `
      const rows = Array.from({ length: 100 }, (_, number) => 'upload' + number + '@example.com');
      const file = new File(['email\\n' + rows.join('\\n') + '\\n'], 'page.csv');
      const sent = [];
      const job = await outreach.upload('/api/v1/imports/', { file, onProgress: (progress) => sent.push(progress) });
      const ended = await outreach.waitFor('import', job.id, { intervalMs: 50 });
      const jobs = [];
      for await (const { id } of outreach.list('/api/v1/imports/')) jobs.push(id);
      const last = sent.at(-1);
      return { created: ended.created_count, jobs: jobs.length, isWhole: last.sent === last.total && last.total > file.size };`;
    expect(await inPage(upload)).toEqual({ created: 100, jobs: 1, isWhole: true });
  });

  it('throws typed errors', async () => {
    const refused = `
      const path = { contact_id: 'ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2' };
      return outreach.get('/api/v1/contacts/{contact_id}/', { params: { path } }).catch((error) =>
        [error instanceof client.OutreachError, error.status, error.code, error.requestId.length > 0]);`;
    expect(await inPage(refused)).toEqual([true, 404, 'not_found', true]);
  });

  it('sends no credential to the target of a redirect', async () => {
    let received = 0;
    const other = createServer((_req, res) => {
      received += 1;
      res
        .writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })
        .end('{}');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    try {
      proxy.faults.push({ status: 302, headers: { location: `http://127.0.0.1:${port}/` } });
      const call = `return outreach.get('/api/v1/workspace/').catch((error) => error.name);`;
      expect(await inPage(call)).toBe('RedirectError');
      expect(received).toBe(0);
    } finally {
      other.close();
    }
  });
});
