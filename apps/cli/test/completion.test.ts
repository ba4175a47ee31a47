import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');

/** Runs a script in a shell that has the command `outreach`. */
function inShell(shell: string, script: string): string[] {
  const prelude = `outreach() { "${process.execPath}" "${MAIN}" "$@"; }`;
  const output = execFileSync(shell, ['-c', `${prelude}\n${script}`], { encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}

const inBash = (words: string): string[] =>
  inShell(
    'bash',
    `source <(outreach completion bash)
    COMP_WORDS=(outreach ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _outreach
    printf '%s\\n' "\${COMPREPLY[@]}"`,
  );

describe('the completion script of bash', () => {
  it('completes commands, options and their values', () => {
    expect(inBash('contacts ex')).toEqual(['export']);
    expect(inBash('contacts export --for')).toEqual(['--format']);
    expect(inBash("contacts export --format ''")).toEqual(['csv', 'jsonl']);
  });

  it('leaves the names of files to the shell', () => {
    expect(inBash("contacts import ''")).toEqual([]);
    expect(inShell('bash', 'source <(outreach completion bash); complete -p outreach')).toEqual([
      'complete -o default -F _outreach outreach',
    ]);
  });
});
