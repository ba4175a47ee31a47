import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBinaries } from '@outreach/dev';
import { describe, expect, it } from '@jest/globals';
import { ofKind, parseManifests } from './src/manifests.ts';
import { OVERLAYS, renderedPath } from './src/render-overlay.ts';

describe('nats.conf', () => {
  it.each(OVERLAYS)('of the overlay %s is accepted by nats-server', async (overlay) => {
    const { natsServer } = await findBinaries(process.env);
    const objects = parseManifests(readFileSync(renderedPath(overlay), 'utf8'));
    const text =
      ofKind(objects, 'ConfigMap').find(({ data }) => 'nats.conf' in data)?.data['nats.conf'] ?? '';
    const folder = mkdtempSync(path.join(tmpdir(), 'outreach-nats-'));
    const file = path.join(folder, 'nats.conf');
    writeFileSync(file, text);
    const env = { ...process.env, POD_NAME: 'nats-0' };
    // With -t the server checks its configuration and ends.
    const run = () => execFileSync(natsServer, ['-t', '-c', file], { env, stdio: 'pipe' });
    expect(run).not.toThrow();
    writeFileSync(file, text.replace('sync_interval', 'sync_intervall'));
    expect(run).toThrow('sync_intervall');
    rmSync(folder, { recursive: true });
  });
});
