import { runTool } from './run-tool.mjs';

await runTool({ script: 'tests/e2e/console-screenshots.ts', servers: true });
