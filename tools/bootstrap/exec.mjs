// Runs a script of an installed package: `node tools/bootstrap/exec.mjs node_modules/nx/bin/nx.js run outreach:lint-files`.

import { runTool } from './run-tool.mjs';

const [script, ...args] = process.argv.slice(2);
await runTool({ script, args });
