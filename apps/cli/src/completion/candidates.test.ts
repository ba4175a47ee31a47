import { describe, expect, it } from '@jest/globals';
import { createProgram } from '../program.ts';
import { candidatesOf } from './candidates.ts';

const program = createProgram(new AbortController().signal, false);

const CASES: readonly (readonly [words: string[], candidates: string[]])[] = [
  [['con'], ['contacts']],
  [['contacts', 'ex'], ['export']],
  [
    ['contacts', 'export', '--format', ''],
    ['csv', 'jsonl'],
  ],
  [['--profile', 'work', 'campaigns', 'li'], ['list']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['contacts', 'import', '--wa'], ['--watch']],
  [['contacts', 'import', '--js'], ['--json']],
  [['contacts', 'import', ''], []],
  [['unknown', 'words', ''], []],
];

describe('the completion', () => {
  it.each(CASES)('after %j proposes %j', (words, candidates) => {
    expect(candidatesOf(program, words)).toEqual(candidates);
  });

  it('proposes every command, but no hidden one', () => {
    const commands = candidatesOf(program, ['']);
    expect(commands).toEqual(expect.arrayContaining(['login', 'contacts', 'webhooks', 'mcp']));
    expect(commands).not.toContain('complete');
  });
});
