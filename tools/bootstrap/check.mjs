// Targets of Nx that check the whole repository: `check.mjs TARGET PROJECT`, on a Node that is new enough.

import { runTool } from './run-tool.mjs';

await runTool({ script: 'tools/dev/check.ts' });
