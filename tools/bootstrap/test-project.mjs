// Target of Nx: `test-project.mjs PROJECT FOLDER`, on a Node that is new enough, with the servers of the tests.

import { runTool } from './run-tool.mjs';

await runTool({ script: 'tools/dev/test-project.ts', servers: true, redis: true, dovecot: true });
