// Prints, as JSON, where the servers are: for test files that start a stack without `npm test` around them.

import { findServers } from './find-servers.mjs';
import { root } from './run-tool.mjs';
import { runMain } from './say.mjs';

await runMain(async () => {
  process.stdout.write(`${JSON.stringify(await findServers({ node: process.execPath, root }))}\n`);
  return 0;
});
