#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Compiled code is kept between starts, so the next start is faster.
enableCompileCache();
const { run } = await import('./run.ts');
await run(process.argv.slice(2));
