import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COMPOSED_SERVERS, writeSecretFiles } from '@outreach/dev/secret-files';
import { afterAll } from '@jest/globals';

/** A folder with the secrets of an installation, as `npm run keys` makes them; it is deleted after the tests. */
export function temporarySecrets(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'outreach-secrets-'));
  writeSecretFiles({ folder, ...COMPOSED_SERVERS });
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
