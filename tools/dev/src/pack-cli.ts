import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { packPackage } from './pack-package.ts';
import { repositoryRoot } from './repository-root.ts';

const SOURCE = join(repositoryRoot, 'apps/cli');
/** The code is checked by `npm run typecheck`; here its types are removed. */
const COMPILER_OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2024,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

/** Packs the command `outreach`. Returns the path of the archive in the folder. */
export async function packCli(folder: string): Promise<string> {
  return packPackage({
    source: SOURCE,
    folder,
    compile,
    manifest: {
      name: '@outreach/cli',
      description: 'The command outreach: contacts, campaigns and webhooks of an Outreach workspace',
      engines: { node: '>=22.19' },
      bin: { outreach: './dist/main.js' },
    },
  });
}

async function compile(target: string): Promise<void> {
  const source = join(SOURCE, 'src');
  const names = await readdir(source, { recursive: true });
  for (const name of names.filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts'))) {
    const text = await readFile(join(source, name), 'utf8');
    const { outputText } = ts.transpileModule(text, { compilerOptions: COMPILER_OPTIONS, fileName: name });
    const path = join(target, name.replace(/\.ts$/, '.js'));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, outputText);
  }
}
