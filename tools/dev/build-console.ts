import { ensureConsole } from './src/console-build.ts';
import { runMain } from './src/plain-error.ts';

// `npm run console:build` builds the console if its sources have changed.
await runMain(async () => {
  await ensureConsole((line) => process.stdout.write(`${line}\n`));
  return 0;
});
