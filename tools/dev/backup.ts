import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBackup } from './src/backup/create-backup.ts';
import { withAnyServers } from './src/backup/find-servers.ts';
import { summaryOf } from './src/backup/summary.ts';
import { PlainError, runMain } from './src/plain-error.ts';

// `npm run backup -- --to FOLDER`: one point in time of all databases, and the events in the streams.
await runMain(async () => {
  const startedMs = performance.now();
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (values.to === undefined) throw new PlainError('Name an empty folder: npm run backup -- --to FOLDER');
  const folder = resolve(values.to);
  const manifest = await withAnyServers(process.env, async (servers) =>
    createBackup(servers, { folder, env: process.env }),
  );
  process.stdout.write(`${folder} has ${summaryOf(manifest, startedMs)}\n`);
  process.stdout.write('Keep the keys of the services too, in another place: they are not in the backup.\n');
  return 0;
});
