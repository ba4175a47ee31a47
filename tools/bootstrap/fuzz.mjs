// `npm run fuzz -- [--long] [--seed N]`: sends requests that are generated from the OpenAPI document to the whole product.

import { parseArgs } from 'node:util';
import { runTool } from './run-tool.mjs';

const { values } = parseArgs({ options: { long: { type: 'boolean' }, seed: { type: 'string' } } });
if (values.long) process.env.FUZZ_LONG = 'true';
if (values.seed !== undefined) process.env.FUZZ_SEED = values.seed;
await runTool({ script: 'tools/dev/test.ts', args: ['tests/e2e/fuzz.deep.test.ts'], servers: true });
