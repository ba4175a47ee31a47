import { runTool } from './run-tool.mjs';

await runTool({ script: 'tools/dev/faults.ts', servers: true, redis: true });
