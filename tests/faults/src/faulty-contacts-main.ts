import { buildApp } from '@outreach/app-contacts';
import { loadConfig } from '@outreach/app-contacts/config';
import { run } from '@outreach/service-kit';
import { crashOverrides } from './crash-points.ts';

/** Renewed every five seconds and with every chunk, so a test's worker keeps it, and a dead one's job waits no longer. */
const IMPORT_LEASE_MS = 6_000;

await run({
  name: 'contacts',
  config: loadConfig,
  build: (config, parts) =>
    buildApp(config, { ...parts, ...crashOverrides('contacts'), importLeaseMs: IMPORT_LEASE_MS }),
});
