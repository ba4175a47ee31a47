// Targets `lint` and `typecheck` of Nx: `check-projects.mjs TARGET PROJECT=PATH[,PATH…]…`, on a Node that is new enough.

import { runTool } from './run-tool.mjs';

await runTool({ script: 'tools/dev/check-projects.ts' });
