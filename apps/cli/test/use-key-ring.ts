// Stores a profile, reads its key and deletes it. Writes the results as JSON.

import { readEnvironment } from '../src/config.ts';
import { createProfiles } from '../src/profiles/profiles.ts';

const profiles = createProfiles(readEnvironment(), () => undefined);
const keyOf = async (): Promise<string | null> =>
  profiles.access('test').then(
    ({ apiKey }) => apiKey,
    () => null,
  );
const keyStore = await profiles.save('test', { url: 'http://127.0.0.1:1', apiKey: 'otk_secret' });
const key = await keyOf();
await profiles.remove('test');
// The same name again has no key of the deleted profile.
process.stdout.write(JSON.stringify({ keyStore, key, keyAfterRemoval: await keyOf() }));
