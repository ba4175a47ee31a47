// Adds to package-lock.json the packages of other platforms that the registry in use does not carry.
// `npm install` omits them, and `npm ci` refuses a lock file without them. Run it after `npm install`.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run-tool.mjs';
import { say } from './say.mjs';

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = [
  [/arm64/, 'arm64'],
  [/arm/, 'arm'],
  [/ia32/, 'ia32'],
  [/x64/, 'x64'],
  [/ppc64/, 'ppc64'],
  [/riscv64/, 'riscv64'],
  [/s390x/, 's390x'],
  [/loong64/, 'loong64'],
];

/** Optional packages that a locked package names and the lock file lacks: `{path, version, isDev}`. */
export function missingOptionals(packages) {
  const missing = new Map();
  for (const [base, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      if (!isHeld(packages, base, name)) missing.set(path, { path, version, isDev: entry.dev === true });
    }
  }
  return [...missing.values()];
}

function isHeld(packages, base, name) {
  for (let folder = base; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

// The names contain the platform, so npm does not fetch them on other platforms.
function toEntry({ path, version, isDev }) {
  const os = systems.filter((system) => path.includes(system));
  const cpu = processors.filter(([pattern]) => pattern.test(path)).slice(0, 1);
  return { version, cpu: cpu.map(([, name]) => name), ...(isDev ? { dev: true } : {}), optional: true, os };
}

function complete() {
  const lockPath = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(lockPath, 'utf8'));
  const missing = missingOptionals(lock.packages);
  for (const one of missing) lock.packages[one.path] = toEntry(one);
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries(sorted);
  if (missing.length > 0) writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`);
  say(`package-lock.json: ${missing.length} packages of other platforms added.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) complete();
