import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withIdleServers } from './src/backup/find-servers.ts';
import { restoreBackup } from './src/backup/restore-backup.ts';
import { summaryOf } from './src/backup/summary.ts';
import { PlainError, runMain } from './src/plain-error.ts';

// `npm run restore -- --from FOLDER [--overwrite]`: replaces the state of an installation whose services are stopped.
await runMain(async () => {
  const startedMs = performance.now();
  const { values } = parseArgs({
    options: { from: { type: 'string' }, overwrite: { type: 'boolean', default: false } },
  });
  if (values.from === undefined)
    throw new PlainError('Name the folder of a backup: npm run restore -- --from FOLDER');
  const restore = { folder: resolve(values.from), env: process.env, isOverwriting: values.overwrite };
  const manifest = await withIdleServers(process.env, async (servers) => restoreBackup(servers, restore));
  process.stdout.write(`Restored ${summaryOf(manifest, startedMs)}\n`);
  return 0;
});
