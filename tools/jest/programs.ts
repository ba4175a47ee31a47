// Test files that need a program of the distribution. A file names its programs in its first line, for example
// `/** @needs dovecot postfix */`; it is skipped where one is missing.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createEmptyTestResult, type TestResult } from '@jest/test-result';

const run = promisify(execFile);

interface Program {
  /** Set by the bootstrap to the path of the program, if it was found. */
  readonly variable?: string;
  /** A command that succeeds if the program is installed, where there is no variable. */
  readonly probe?: readonly [string, ...string[]];
  /** Its package in Debian and Ubuntu. */
  readonly package: string;
}

export const programs: Readonly<Record<string, Program>> = {
  dovecot: { variable: 'DOVECOT_BIN', package: 'dovecot-imapd' },
  postfix: { variable: 'POSTFIX_BIN', package: 'postfix' },
  openssl: { probe: ['openssl', 'version'], package: 'openssl' },
  chromium: { probe: ['chromium', '--version'], package: 'chromium' },
  etcd: { probe: ['etcd', '--version'], package: 'etcd-server' },
  kubectl: { probe: ['kubectl', 'version', '--client'], package: 'kubernetes-client' },
  jq: { probe: ['jq', '--version'], package: 'jq' },
  script: { probe: ['script', '--version'], package: 'bsdutils' },
  zsh: { probe: ['zsh', '--version'], package: 'zsh' },
  keyring: { probe: ['gnome-keyring-daemon', '--version'], package: 'gnome-keyring' },
  go: { probe: ['go', 'version'], package: 'golang' },
};

const needs = /^\/\*\* @needs ([a-z ]+) \*\//;
const testCall = /^\s*it(\.each)?[(<]/gm;
const found = new Map<string, Promise<boolean>>();

/** The programs that a test file names in its first line. */
export function neededPrograms(source: string): readonly string[] {
  return needs.exec(source)?.[1]?.trim().split(' ') ?? [];
}

/** The programs of a list that this machine lacks. */
export async function missingPrograms(names: readonly string[]): Promise<readonly string[]> {
  const missing = await Promise.all(names.map(async (name) => ((await isInstalled(name)) ? [] : [name])));
  return missing.flat();
}

async function isInstalled(name: string): Promise<boolean> {
  const known = found.get(name) ?? probe(name);
  found.set(name, known);
  return known;
}

async function probe(name: string): Promise<boolean> {
  const program = programs[name];
  if (program === undefined) throw new Error(`${name} is not one of ${Object.keys(programs).join(', ')}.`);
  if (program.variable !== undefined) return (process.env[program.variable] ?? '') !== '';
  const [command = '', ...args] = program.probe ?? [];
  return run(command, args).then(
    () => true,
    () => false,
  );
}

/** The result of a file that did not run: each `it` of its source counts as one skipped test. */
export function skippedResult(path: string, source: string): TestResult {
  const count = Math.max(source.match(testCall)?.length ?? 0, 1);
  const testResults = Array.from({ length: count }, () => SKIPPED);
  return {
    ...createEmptyTestResult(),
    testFilePath: path,
    numPendingTests: count,
    testResults,
    skipped: true,
  };
}

const SKIPPED: TestResult['testResults'][number] = {
  ancestorTitles: [],
  failureDetails: [],
  failureMessages: [],
  fullName: 'needs a missing program',
  numPassingAsserts: 0,
  status: 'pending',
  title: 'needs a missing program',
};
