// Prints the addresses and paths of the servers as JSON, for test files that run without `npm test`.

import { findServers } from './find-servers.mjs';
import { root } from './run-tool.mjs';
import { runMain } from './say.mjs';

await runMain(async () => {
  process.stdout.write(`${JSON.stringify(await findServers({ node: process.execPath, root }))}\n`);
  return 0;
});
