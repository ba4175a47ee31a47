import { runTool } from './run-tool.mjs';

await runTool({ script: 'tools/dev/start.ts', servers: true });
