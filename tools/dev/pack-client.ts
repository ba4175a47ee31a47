import { packClient } from './src/pack-client.ts';
import { runPack } from './src/run-pack.ts';

// `npm run pack:client -- FOLDER` writes the package of the client library, ready for `npm publish`.
await runPack(packClient, '.outreach/client');
