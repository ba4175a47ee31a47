// `npm test` and `npm run test:deep`. PATH may lack the usual folder of Go, which the check of the Kubernetes objects needs.

import { delimiter } from 'node:path';
import { runTool } from './run-tool.mjs';

process.env.PATH = [process.env.PATH, '/usr/local/go/bin'].join(delimiter);
await runTool({ script: 'tools/dev/test.ts', servers: true, redis: true, dovecot: true });
