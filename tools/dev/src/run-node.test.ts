import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@outreach/testing';

const MODULE = path.join(import.meta.dirname, 'run-node.ts');

/** Starts a process that runs code with runNode, and then prints the exit code. */
function runOf(code: string) {
  const source = `
    import { runNode } from ${JSON.stringify(MODULE)};
    const code = await runNode(['--eval', ${JSON.stringify(code)}], { env: process.env, stdout: 'inherit' });
    console.log('code ' + code);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  const output: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  return { child, output: () => output.join('') };
}

describe('runNode', () => {
  it.each([
    ['the exit code of the script', 'process.exit(3)', 'code 3\n'],
    ['null if a signal ended the script', "process.kill(process.pid, 'SIGKILL')", 'code null\n'],
  ])('returns %s', async (_, code, expected) => {
    const { child, output } = runOf(code);
    await once(child, 'close');
    expect(output()).toBe(expected);
  });

  it.each([
    ['stopped', 'SIGTERM', 1],
    ['killed', 'SIGKILL', null],
  ] as const)('stops the script and its children when the process is %s', async (_, signal, code) => {
    const forever = 'setTimeout(() => undefined, 60_000)';
    const { child, output } = runOf(`
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['--eval', ${JSON.stringify(forever)}]);
      console.log(process.pid + ' ' + child.pid);
      ${forever};
    `);
    const pids = await eventually(() => {
      expect(output()).toMatch(/^\d+ \d+\n$/);
      return output().trim().split(' ').map(Number);
    });
    child.kill(signal);
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(code);
    await eventually(() => {
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    });
  });
});
