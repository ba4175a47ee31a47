import { runTool } from './run-tool.mjs';

await runTool({ script: 'tools/dev/backup.ts', servers: true });
