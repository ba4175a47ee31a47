import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root folder of the repository. */
export const root = resolve(import.meta.dirname, '..', '..');

const generated =
  /(^|\/)gen\/(?!(gen|package|src))|^docs\/(openapi\.json|events\/|errors\.md|config\.md)|^package-lock\.json$/;

/** All tracked and untracked files that are not ignored, by their path from the root. */
export function treeFiles(): string[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], options);
  return output.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
}

/** Files that are not generated. */
export const handWritten = (): string[] => treeFiles().filter((path) => !generated.test(path));

export const sources = (): string[] => handWritten().filter((path) => /\.(tsx?|mjs)$/.test(path));

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The matching lines of a file, as `path:line: text`. */
export function matches(path: string, pattern: RegExp): string[] {
  return read(path)
    .split('\n')
    .flatMap((text, index) => (pattern.test(text) ? [`${path}:${index + 1}: ${text.trim()}`] : []));
}
