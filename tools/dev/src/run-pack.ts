import { resolve } from 'node:path';
import { PlainError, runMain } from './plain-error.ts';
import { repositoryRoot } from './repository-root.ts';

/** The command that packs a package into the folder of its argument. */
export async function runPack(
  pack: (folder: string) => Promise<string>,
  defaultFolder: string,
): Promise<void> {
  await runMain(async () => {
    const [folder = defaultFolder, ...others] = process.argv.slice(2);
    if (others.length > 0 || folder.startsWith('-'))
      throw new PlainError('The command has one argument, the folder that receives the package.');
    const file = await pack(resolve(repositoryRoot, folder));
    process.stdout.write(`The package is ${file}.\n`);
    return 0;
  });
}
