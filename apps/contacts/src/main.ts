import { setFlagsFromString } from 'node:v8';
import { run } from '@outreach/service-kit';
import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';

// On a machine with much memory the engine lets its heap grow to several times of what lives in it; an import
// makes little that lives and much garbage. It collects once the heap is half as large again.
setFlagsFromString('--heap-growing-percent=50');

await run({ name: 'contacts', config: loadConfig, build: buildApp });
