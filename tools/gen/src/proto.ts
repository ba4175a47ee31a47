import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const COMMON = 'libs/contracts/common/src/gen';

/** A generated file: its path in the repository and its text. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** The TypeScript of all proto files, by contract. */
export function generateProto(root: string): GeneratedFile[] {
  const out = mkdtempSync(path.join(tmpdir(), 'outreach-gen-'));
  try {
    const buf = path.join(root, 'node_modules/.bin/buf');
    execFileSync(buf, ['generate', '--include-imports', '--output', out], { cwd: root, stdio: 'inherit' });
    return readdirSync(out, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => ({ path: target(name), text: rewriteImports(readFileSync(path.join(out, name), 'utf8')) }));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** `outreach/contacts/v1/contacts.ts` belongs to the contacts contract, shared files to the common one. */
function target(name: string): string {
  const [, service, file] = /^outreach\/([a-z]+)\/v1\/([a-z_]+\.ts)$/.exec(name) ?? [];
  if (service !== undefined && file !== undefined && service !== 'common') {
    return `libs/contracts/${service}/src/gen/${file}`;
  }
  return `${COMMON}/${path.posix.basename(name)}`;
}

/** Imports between generated files of different contracts become package imports. */
function rewriteImports(text: string): string {
  return text.replaceAll(/from "(\.[^"]*\/)([a-z_]+\.ts)"/g, (whole, folder: string, file: string) => {
    if (/google\/protobuf\/$|common\/v1\/$/.test(folder)) return `from "@outreach/contracts-common/gen/${file}"`;
    if (folder === './') return whole;
    throw new Error(`No rule for the import ${whole}.`);
  });
}
