import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { repositoryRoot } from './repository-root.ts';

const run = promisify(execFile);
const packedSchema = z.array(z.object({ filename: z.string() }));
const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  dependencies: z.record(z.string(), z.string()),
});

export interface PackageOptions {
  /** The package in the repository. */
  readonly source: string;
  /** Receives the package and its archive; the package that it has is replaced. */
  readonly folder: string;
  /** Writes the JavaScript of the package. */
  compile(target: string): Promise<void>;
  /** The fields of the published manifest that differ from those in the repository. */
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** Compiles a package of the repository and packs it, ready for `npm publish`. Returns the path of the archive. */
export async function packPackage({ source, folder, compile, manifest }: PackageOptions): Promise<string> {
  const target = join(folder, 'package');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await compile(join(target, 'dist'));
  const own = manifestSchema.parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
  const published = { ...own, type: 'module', files: ['dist'], ...manifest };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  await cp(join(source, 'README.md'), join(target, 'README.md'));
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
