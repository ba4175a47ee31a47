import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { handWritten, read, root } from './tree.ts';

const pages = handWritten().filter((path) => path.endsWith('.md'));
const topFolders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
  .map(({ name }) => name);

// A path with a placeholder or a pattern names several files, and a run-time folder names none.
const notOneFile = /[<>{}*…\s|$]|\.\.\.|^\.(outreach|nx)\/|[A-Z]{4,}-NAME/;

/** Paths in backticks that begin with a folder of the root, or with `src/` or `test/` beside the page. */
function quotedPaths(page: string): string[] {
  const quoted = [...read(page).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  return quoted.map((text) => text.replace(/(:\d+)?(#.*)?$/, '')).filter((text) => looksLikePath(text, page));
}

function looksLikePath(text: string, page: string): boolean {
  const [first, ...rest] = text.split('/');
  if (rest.length === 0 || notOneFile.test(text)) return false;
  const isOfApp = page.startsWith('apps/') && (first === 'src' || first === 'test');
  return isOfApp || topFolders.includes(first ?? '');
}

function linkedPaths(page: string): string[] {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const local = links.filter((link) => !/^(https?:|mailto:|#)/.test(link));
  return local.map((link) => link.replace(/#.*$/, '')).filter((link) => link !== '');
}

const exists = (page: string, path: string): boolean =>
  existsSync(join(root, path)) || existsSync(join(root, dirname(page), path));

describe('a page', () => {
  it.each(pages)('names only files that exist: %s', (page) => {
    const missingQuotes = quotedPaths(page).filter((path) => !exists(page, path));
    const missingLinks = linkedPaths(page).filter((path) => !existsSync(join(root, dirname(page), path)));
    expect([...missingQuotes, ...missingLinks]).toEqual([]);
  });
});

describe('the repository', () => {
  const apps = readdirSync(join(root, 'apps'));
  const expected = [
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'LICENSE',
    ...apps.map((app) => `apps/${app}/README.md`),
  ];
  it.each(expected)('has the page %s', (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  });
});
