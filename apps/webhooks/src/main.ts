import { run } from '@outreach/service-kit';
import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';

await run({ name: 'webhooks', config: loadConfig, build: buildApp });
