// Starts the stack that all files of this folder share before the first file, and stops it after the last.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHARED_STACK_VARIABLE, withSharedStack } from '@outreach/dev';
import { ensureConsole } from '@outreach/dev/console-build';
import { sharedSettings } from './stack-harness.ts';

let end;
let ended;

export async function startSharedStack() {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-shared-'));
  const { promise: lastFile, resolve } = Promise.withResolvers();
  end = resolve;
  await ensureConsole(() => undefined);
  const changes = await sharedSettings();
  await new Promise((ready, failed) => {
    ended = withSharedStack({ env: process.env, folder, changes }, async (env) => {
      process.env[SHARED_STACK_VARIABLE] = env[SHARED_STACK_VARIABLE];
      ready();
      await lastFile;
    }).finally(() => rmSync(folder, { recursive: true, force: true }));
    ended.catch(failed);
  });
}

export async function stopSharedStack() {
  end();
  await ended;
}
