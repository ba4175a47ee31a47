import { runTool } from './run-tool.mjs';

// Two gateways share their rate limits in Redis.
const redis = process.argv.some((argument) => argument.startsWith('--replicas'));
await runTool({ script: 'tools/dev/start.ts', servers: true, redis });
