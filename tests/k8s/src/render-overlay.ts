import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { appNames, secretFiles } from '@outreach/dev';

export const OVERLAYS = ['dev', 'prod', 'prod-mtls'] as const;
export type Overlay = (typeof OVERLAYS)[number];

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
const FOLDER = path.join(ROOT, 'k8s');
const RENDER_MS_MAX = 60_000;
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

/** Commands that render a folder, without its path. The first one that is installed is used. */
const RENDERERS = [
  ['kubectl', 'kustomize'],
  ['kustomize', 'build'],
] as const;

/** The committed result of `npm run k8s:render`. */
export const renderedPath = (overlay: Overlay): string =>
  path.join(import.meta.dirname, '..', 'rendered', `${overlay}.yaml`);

/** The objects of the last release, which `npm run release:k8s` writes. */
export const releasedPath = (overlay: Overlay): string =>
  path.join(import.meta.dirname, '..', 'released', `${overlay}.yaml`);

/** The first line of a rendered file names the sources it comes from. */
export const headerOf = (hash: string): string => `# Rendered by npm run k8s:render from sources ${hash}.\n`;

/** Changes with each source of the overlays. Secrets on this machine are left out. */
export function sourceHash(): string {
  const hash = createHash('sha256');
  for (const file of sourceFiles()) hash.update(`${file}\n`).update(readFileSync(path.join(FOLDER, file)));
  return hash.digest('hex');
}

function sourceFiles(): readonly string[] {
  const isSecret = (file: string): boolean => file.split(path.sep).includes('secrets');
  return globSync('{base,components,overlays}/**/*', { cwd: FOLDER })
    .filter((file) => !isSecret(file) && statSync(path.join(FOLDER, file)).isFile())
    .toSorted();
}

/** The objects of an overlay as YAML, with placeholders for secrets. Undefined without an installed kustomize. */
export function renderOverlay(overlay: Overlay): string | undefined {
  const copy = mkdtempSync(path.join(tmpdir(), 'outreach-k8s-'));
  try {
    for (const file of sourceFiles())
      cpSync(path.join(FOLDER, file), path.join(copy, file), { recursive: true });
    writePlaceholders(path.join(copy, 'overlays', 'dev', 'secrets'));
    return runRenderer(path.join(copy, 'overlays', overlay));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function writePlaceholders(folder: string): void {
  for (const app of appNames) {
    mkdirSync(path.join(folder, app), { recursive: true });
    for (const file of secretFiles[app]) writeFileSync(path.join(folder, app, file), 'placeholder');
  }
}

function runRenderer(folder: string): string | undefined {
  const options = { encoding: 'utf8', timeout: RENDER_MS_MAX, maxBuffer: OUTPUT_BYTES_MAX } as const;
  for (const [command, ...args] of RENDERERS)
    try {
      return execFileSync(command, [...args, folder], options);
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error;
    }
  return undefined;
}
