import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { handWritten, read, root } from './tree.ts';

const pages = handWritten().filter((path) => path.endsWith('.md'));
const topFolders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
  .map(({ name }) => name);

// A path with a placeholder or a pattern stands for many files, and a folder made at run time for none.
const notOneFile = /[<>{}*…\s|$]|\.\.\.|^\.(outreach|nx)\/|[A-Z]{4,}-NAME/;

/** Paths in back ticks that begin at a folder of the root, or at `src/` or `test/` beside the page. */
function quotedPaths(page: string): string[] {
  const quoted = [...read(page).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  return quoted.map((text) => text.replace(/(:\d+)?(#.*)?$/, '')).filter((text) => looksLikePath(text, page));
}

function looksLikePath(text: string, page: string): boolean {
  const [first, ...rest] = text.split('/');
  if (rest.length === 0 || notOneFile.test(text)) return false;
  const isBesideApp = page.startsWith('apps/') && (first === 'src' || first === 'test');
  return isBesideApp || topFolders.includes(first ?? '');
}

function linkedPaths(page: string): string[] {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const local = links.filter((link) => !/^(https?:|mailto:|#)/.test(link));
  return local.map((link) => link.replace(/#.*$/, '')).filter((link) => link !== '');
}

const isThere = (page: string, path: string): boolean =>
  existsSync(join(root, path)) || existsSync(join(root, dirname(page), path));

describe('every file that a page names exists', () => {
  test.each(pages)('%s', (page) => {
    const missingQuotes = quotedPaths(page).filter((path) => !isThere(page, path));
    const missingLinks = linkedPaths(page).filter((path) => !existsSync(join(root, dirname(page), path)));
    expect([...missingQuotes, ...missingLinks]).toEqual([]);
  });
});

describe('pages that a reader expects', () => {
  const apps = readdirSync(join(root, 'apps'));
  const expected = [
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'LICENSE',
    ...apps.map((app) => `apps/${app}/README.md`),
  ];
  test.each(expected)('%s', (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  });
});
