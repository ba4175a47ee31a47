import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');
const JOB = { id: 'exp_1', status: 'completed', row_count: 2, progress: 1, error: null };

let folder: string;
let server: Server;
let download: (response: ServerResponse) => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outreach-export-'));
  server = createServer((request, response) => {
    if (request.url?.includes('/download/') === true) {
      download(response);
      return;
    }
    const link = `http://localhost/api/v1/exports/${JOB.id}/download/?signature=s`;
    const body = request.method === 'POST' ? { job_id: JOB.id } : { ...JOB, download_url: link };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Exports to the file, and resolves with the exit code. */
async function exportTo(file: string): Promise<unknown> {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: folder,
    OUTREACH_URL: `http://127.0.0.1:${String(port)}`,
    OUTREACH_API_KEY: 'ok_test',
  };
  const child = execFile(process.execPath, [MAIN, 'contacts', 'export', '--output', file], { env });
  const [code]: unknown[] = await once(child, 'exit');
  return code;
}

describe('outreach contacts export --output', () => {
  it('writes the whole file', async () => {
    download = (response) => response.end('email\na@x.example\n');
    expect(await exportTo(join(folder, 'out.csv'))).toBe(0);
    expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe('email\na@x.example\n');
  });

  it('leaves no partial file when the download fails', async () => {
    download = (response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('email\na@x.example\n');
      setTimeout(() => response.destroy(), 100);
    };
    expect(await exportTo(join(folder, 'out.csv'))).not.toBe(0);
    expect(existsSync(join(folder, 'out.csv'))).toBe(false);
  });

  it('keeps what it cannot open', async () => {
    writeFileSync(join(folder, 'file'), 'kept');
    download = (response) => response.end('email\n');
    expect(await exportTo(join(folder, 'file', 'out.csv'))).not.toBe(0);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('kept');
  });
});
