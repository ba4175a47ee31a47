import { runTool } from './run-tool.mjs';

await runTool({ script: 'tools/dev/restore.ts', servers: true });
