/** @needs zsh */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');

/** What the completion function proposes. It calls functions of zsh's completion system, which write their arguments here. */
function inZsh(words: string): string[] {
  const script = `outreach() { "${process.execPath}" "${MAIN}" "$@"; }
    compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _files() { print files; }
    source <(outreach completion zsh)
    words=(outreach ${words}); CURRENT=$#words; _outreach`;
  const output = execFileSync('zsh', ['-fc', script], { encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}

describe('the completion script of zsh', () => {
  it('completes commands, options and their values, and else files', () => {
    expect(inZsh('contacts ex')).toEqual(['export']);
    expect(inZsh('contacts export --for')).toEqual(['--format']);
    expect(inZsh("contacts export --format ''")).toEqual(['csv', 'jsonl']);
    expect(inZsh("contacts import ''")).toEqual(['files']);
  });
});
