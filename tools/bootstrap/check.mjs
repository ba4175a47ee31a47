// Target of Nx: `check.mjs TARGET PROJECT [PATH…]`, on a Node that is new enough.

import { runTool } from './run-tool.mjs';

await runTool({ script: 'tools/dev/check.ts' });
