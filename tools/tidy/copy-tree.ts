import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, treeFiles } from './tree.ts';

const PACKAGES = 'node_modules';
/** The packages of the repository. */
const OWN = '@outreach';

/** Copies the files of the repository to a temporary folder, with links to the installed packages. Returns the folder. */
export function copyTree(): string {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), 'outreach-tree-'));
  for (const path of treeFiles()) cpSync(join(root, path), join(copy, path));
  mkdirSync(join(copy, PACKAGES, OWN), { recursive: true });
  for (const name of readdirSync(join(root, PACKAGES)))
    if (name !== OWN && name !== '.cache')
      symlinkSync(join(root, PACKAGES, name), join(copy, PACKAGES, name));
  // Relative links, which lead to the copies.
  for (const name of readdirSync(join(root, PACKAGES, OWN)))
    symlinkSync(readlinkSync(join(root, PACKAGES, OWN, name)), join(copy, PACKAGES, OWN, name));
  return copy;
}
