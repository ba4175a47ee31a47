import { describe, expect, it } from '@jest/globals';
import { handWritten, read } from './tree.ts';

/** Words that the project does not use, with their replacements. The pieces keep this file from matching itself. */
const REPLACEMENTS: readonly (readonly [pattern: string, replacement: string])[] = [
  ['te' + 'lls?|te' + 'lling|to' + 'ld|te' + 'llers?', 'emit, publish, notify or report'],
  ['an' + 'ew|of (bef' + 'ore|ol' + 'd)\\b', 'again or previous'],
  ['de' + 'eds?', 'audit entry'],
  ['gat' + 'her(s|ed|ers?|ing)?', 'batch'],
  ['(no|some|every)' + 'body|who' + 'ever|so' + 'ever', 'the name of the caller, worker or process'],
  ['pat' + 'ience', 'timeout'],
  ['is' + 'there', 'exists'],
];

/** True uses, at most ten: the file, the line, and why the word is right there. */
const ALLOWED: readonly { readonly path: string; readonly line: string; readonly reason: string }[] = [];
const ALLOWED_MAX = 10;

/** What people write in emails: phrases and example messages of the reply intents. */
const EMAIL_TEXTS = /\/(inbox-corpus\/|reply-intents\/lexicon-)/;
const SCANNED = /\.(ts|mjs|md|proto|yaml|yml|sh)$/;

/** Splits identifiers into words: `isOpenNow`, `is_open_now` and `is-open-now` become `is open now`. */
function toWords(line: string): string {
  return line.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ');
}

function findUses(path: string): string[] {
  const allowed = new Set(ALLOWED.flatMap((use) => (use.path === path ? [use.line] : [])));
  return read(path)
    .split('\n')
    .flatMap((text, index) => {
      if (allowed.has(text.trim())) return [];
      const forms = [toWords(text), text];
      return REPLACEMENTS.flatMap(([pattern, replacement]) => {
        const found = forms
          .map((form) => new RegExp(`\\b(${pattern})\\b`, 'i').exec(form)?.[0])
          .find(Boolean);
        return found === undefined ? [] : [`${path}:${index + 1}: "${found}"; write ${replacement}`];
      });
    });
}

describe('the words of the project', () => {
  it('are the standard terms: no word of the list is used in names, comments, tests or docs', () => {
    const paths = handWritten().filter((path) => SCANNED.test(path) && !EMAIL_TEXTS.test(path));
    expect(paths.flatMap(findUses)).toEqual([]);
  });

  it('have at most ten exceptions, and each of them still exists', () => {
    expect(ALLOWED.length).toBeLessThanOrEqual(ALLOWED_MAX);
    const missing = ALLOWED.filter(
      ({ path, line }) => !handWritten().includes(path) || !read(path).includes(line),
    );
    expect(missing).toEqual([]);
  });
});
