import { runAdmin, type EnvironmentOf } from './src/admin-command.ts';
import { appEnvironment } from './src/app-environment.ts';
import { readDevFile } from './src/dev-file.ts';
import { readKeys } from './src/keys.ts';
import { PlainError, runMain } from './src/plain-error.ts';
import { readPorts } from './src/ports.ts';
import { dataDirFrom } from './src/settings.ts';

await runMain(async () => {
  const { code, stdout } = await runAdmin(process.argv.slice(2), environments());
  process.stdout.write(stdout);
  return code;
});

// An operator who sets MONGODB_URI sets the rest of the environment too.
function environments(): EnvironmentOf {
  if (process.env['MONGODB_URI']) return () => process.env;
  const dataDir = dataDirFrom(process.env);
  const [dev, keys, ports] = [readDevFile(dataDir), readKeys(dataDir), readPorts(dataDir)];
  if (dev === undefined || keys === undefined || ports === undefined) {
    throw new PlainError(
      `No running stack was found in ${dataDir}; start one with npm start, or set MONGODB_URI.`,
    );
  }
  const base = { LOG_LEVEL: 'warn', ...process.env };
  const options = { ports, keys, mongodbUri: dev.mongodb_uri, natsUrl: dev.nats_url, base };
  return (app) => appEnvironment(app, options);
}
