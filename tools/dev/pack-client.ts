import { resolve } from 'node:path';
import { packClient } from './src/pack-client.ts';
import { PlainError, runMain } from './src/plain-error.ts';
import { repositoryRoot } from './src/repository-root.ts';

const DEFAULT_FOLDER = '.outreach/client';

// `npm run pack:client -- FOLDER` writes the package of the client library, ready for `npm publish`.
await runMain(async () => {
  const [folder = DEFAULT_FOLDER, ...others] = process.argv.slice(2);
  if (others.length > 0 || folder.startsWith('-'))
    throw new PlainError('The command has one argument, the folder: npm run pack:client -- FOLDER');
  const file = await packClient(resolve(repositoryRoot, folder));
  process.stdout.write(`The package is ${file}.\n`);
  return 0;
});
