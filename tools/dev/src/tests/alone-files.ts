import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';

const DEEP_FILES = '{apps,libs,tests,tools}/**/*.deep.test.ts';
const mark = /^\/\*\* @alone\b/m;

/** The deep test files that measure time: nothing may run beside them. Each has a line that begins with `/** @alone`. */
export function filesAlone(): readonly string[] {
  const files = globSync(DEEP_FILES, { cwd: repositoryRoot, exclude: ['**/node_modules/**'] });
  return files.filter((path) => mark.test(readFileSync(join(repositoryRoot, path), 'utf8'))).sort();
}
