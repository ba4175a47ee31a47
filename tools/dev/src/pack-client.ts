import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { repositoryRoot } from './repository-root.ts';

const run = promisify(execFile);
const SOURCE = join(repositoryRoot, 'libs/client');
const COMPILER = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
/** The compiler leaves the extension of the sources in declarations. */
const SOURCE_IMPORT = /(from ['"]\.\.?\/[^'"]+)\.ts(['"])/g;

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  sideEffects: z.boolean(),
  dependencies: z.record(z.string(), z.string()),
});
const packedSchema = z.array(z.object({ filename: z.string() }));

/**
 * Compiles the client library and packs it.
 * @param folder receives the compiled package and its archive; the package that it has is replaced.
 * @returns the path of the archive.
 */
export async function packClient(folder: string): Promise<string> {
  const target = join(folder, 'package');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await run(process.execPath, [
    COMPILER,
    '-p',
    join(SOURCE, 'tsconfig.build.json'),
    '--outDir',
    join(target, 'dist'),
  ]);
  await rewriteDeclarations(join(target, 'dist'));
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(SOURCE, 'package.json'), 'utf8')));
  await writeFile(join(target, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`);
  await cp(join(SOURCE, 'README.md'), join(target, 'README.md'));
  await cp(join(repositoryRoot, 'LICENSE'), join(target, 'LICENSE'));
  const [archive = ''] = await packFolders([target], folder);
  return archive;
}

/** Runs `npm pack` on folders, without their scripts. Returns the paths of the archives. */
export async function packFolders(
  sources: readonly string[],
  destination: string,
): Promise<readonly string[]> {
  const args = ['pack', ...sources, '--json', '--ignore-scripts', '--pack-destination', destination];
  const { stdout } = await run('npm', args, { cwd: destination });
  return packedSchema.parse(JSON.parse(stdout)).map(({ filename }) => join(destination, filename));
}

function published(manifest: z.output<typeof manifestSchema>): Record<string, unknown> {
  return {
    ...manifest,
    description: 'Client of the Outreach API for Node.js and browsers',
    type: 'module',
    engines: { node: '>=18' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    types: './dist/index.d.ts',
    files: ['dist'],
  };
}

async function rewriteDeclarations(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((one) => one.endsWith('.d.ts'))) {
    const path = join(folder, name);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(SOURCE_IMPORT, '$1.js$2'));
  }
}
