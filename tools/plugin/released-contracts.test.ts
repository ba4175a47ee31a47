import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from './tree-copy.ts';

const buf = join(repositoryRoot, 'node_modules/@bufbuild/buf/bin/buf');
const contract = 'proto/outreach/contacts/v1/contacts.proto';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outreach-proto-'));
  for (const name of ['proto', 'buf.yaml'])
    cpSync(join(repositoryRoot, name), join(folder, name), { recursive: true });
  execFileSync(process.execPath, [buf, 'build', '-o', 'released.binpb'], { cwd: folder });
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function compare(against: string): { status: number | null; stdout: string } {
  const args = [buf, 'breaking', '--against', against];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

function edit(change: (text: string) => string): void {
  const path = join(folder, contract);
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);
}

describe('the comparison with the released contracts', () => {
  it('fails on a removed field and names it', () => {
    edit((text) => text.replace(/^ {2}string email = 3;\n/m, ''));
    const { status, stdout } = compare('released.binpb');
    expect(status).not.toBe(0);
    expect(stdout).toContain(
      'Previously present field "3" with name "email" on message "Contact" was deleted',
    );
  });

  it('accepts an added field', () => {
    edit((text) => text.replace(/^message Contact \{\n/m, '$&  optional string nickname = 99;\n'));
    expect(compare('released.binpb')).toMatchObject({ status: 0, stdout: '' });
  });

  it('contains the released methods', () => {
    edit((text) => text.replace(/^ {2}rpc GetContact\([^}]*\}\n/m, ''));
    const { status, stdout } = compare('proto/released.binpb');
    expect(status).not.toBe(0);
    expect(stdout).toContain('RPC "GetContact" on service "ContactsService" was deleted');
  });
});
