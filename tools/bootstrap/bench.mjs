import { runTool } from './run-tool.mjs';

await runTool({ script: 'bench/run.ts', servers: true, redis: true });
