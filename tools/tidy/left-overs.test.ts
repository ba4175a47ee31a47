import { describe, expect, it } from '@jest/globals';
import { handWritten, matches, sources } from './tree.ts';

// The patterns are built from pieces, so that this file does not match itself.
const word = (...parts: string[]): string => parts.join('');
const machineFolders = ['work', 'tmp', 'root', 'Users'].join('|');

interface LeftOver {
  name: string;
  pattern: RegExp;
  paths: () => string[];
}

const isTest = (path: string): boolean => path.endsWith('.test.ts') || /(^|\/)tests?\//.test(path);
const isImageOrDeployment = (path: string): boolean => path.startsWith('k8s/') || path.includes('Dockerfile');

const leftOvers: LeftOver[] = [
  {
    name: 'a to-do without an issue number, such as (#123)',
    pattern: new RegExp(`\\b(${word('TO', 'DO')}(?!\\(#\\d+\\))|${word('FIX', 'ME')}|${word('X', 'XX')})\\b`),
    paths: sources,
  },
  {
    name: 'an exclusive or skipped test',
    pattern: new RegExp(`\\b(test|it|describe)\\.(${word('on', 'ly')}|${word('sk', 'ip')})\\b`),
    paths: () => sources().filter(isTest),
  },
  {
    name: 'console output in the product (use the logger)',
    pattern: new RegExp(`\\b${word('con', 'sole')}\\.(log|debug|info)\\(`),
    paths: () => sources().filter((path) => /^(apps|libs)\//.test(path)),
  },
  {
    name: 'an absolute path of a machine (derive it from the repository or the environment)',
    pattern: new RegExp(`(^|[\\s'"\`(=:])/(${machineFolders})/`),
    paths: () => handWritten().filter((path) => !isImageOrDeployment(path)),
  },
];

describe('the repository', () => {
  it.each(leftOvers)('does not contain $name', ({ pattern, paths }) => {
    expect(paths().flatMap((path) => matches(path, pattern))).toEqual([]);
  });
});
