import { packCli } from './src/pack-cli.ts';
import { runPack } from './src/run-pack.ts';

// `npm run pack:cli -- FOLDER` writes the package of the command `outreach`, ready for `npm publish`.
await runPack(packCli, '.outreach/cli');
