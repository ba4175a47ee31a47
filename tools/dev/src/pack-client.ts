import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from './pack-package.ts';
import { repositoryRoot } from './repository-root.ts';

const run = promisify(execFile);
const SOURCE = join(repositoryRoot, 'libs/client');
const COMPILER = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
/** The compiler leaves the extension of the sources in declarations. */
const SOURCE_IMPORT = /(from ['"]\.\.?\/[^'"]+)\.ts(['"])/g;

/** Packs the client library with its types. Returns the path of the archive in the folder. */
export async function packClient(folder: string): Promise<string> {
  return packPackage({
    source: SOURCE,
    folder,
    compile: async (target) => {
      await run(process.execPath, [COMPILER, '-p', join(SOURCE, 'tsconfig.build.json'), '--outDir', target]);
      await rewriteDeclarations(target);
    },
    manifest: {
      description: 'Client of the Outreach API for Node.js and browsers',
      sideEffects: false,
      engines: { node: '>=18' },
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      types: './dist/index.d.ts',
    },
  });
}

async function rewriteDeclarations(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((one) => one.endsWith('.d.ts'))) {
    const path = join(folder, name);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(SOURCE_IMPORT, '$1.js$2'));
  }
}
