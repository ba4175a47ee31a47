import { resolve } from 'node:path';
import { PlainError, runMain } from './src/plain-error.ts';
import { repositoryRoot } from './src/repository-root.ts';
import { COMPOSED_SERVERS, writeSecretFiles } from './src/secret-files.ts';

const DEFAULT_FOLDER = '.secrets';

// `npm run keys -- FOLDER` writes the secrets of an installation, for docker-compose.yml and for k8s/.
await runMain(async () => {
  const [folder = DEFAULT_FOLDER, ...others] = process.argv.slice(2);
  if (others.length > 0 || folder.startsWith('-'))
    throw new PlainError('The command has one argument, the folder of the secrets: npm run keys -- FOLDER');
  const mongodbUri = process.env['MONGODB_URI'] || COMPOSED_SERVERS.mongodbUri;
  const redisUrl = process.env['REDIS_URL'] || COMPOSED_SERVERS.redisUrl;
  writeSecretFiles({ folder: resolve(repositoryRoot, folder), mongodbUri, redisUrl });
  process.stdout.write(`The secrets are in ${folder}; existing ones were kept.\n`);
  return Promise.resolve(0);
});
