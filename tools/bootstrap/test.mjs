import { runTool } from './run-tool.mjs';

await runTool({ script: 'tools/dev/test.ts', servers: true, redis: true, dovecot: true });
