import { runTool } from './run-tool.mjs';

await runTool({ script: 'tools/gen/gen.ts' });
