import { describe, expect, test } from '@jest/globals';
import { handWritten, matches, sources } from './tree.ts';

// The patterns are put together from pieces, so that this file does not find itself.
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
    name: 'a to-do without its issue: write (#123) behind it',
    pattern: new RegExp(`\\b(${word('TO', 'DO')}(?!\\(#\\d+\\))|${word('FIX', 'ME')}|${word('X', 'XX')})\\b`),
    paths: sources,
  },
  {
    name: 'a test that is alone or left out',
    pattern: new RegExp(`\\b(test|it|describe)\\.(${word('on', 'ly')}|${word('sk', 'ip')})\\b`),
    paths: () => sources().filter(isTest),
  },
  {
    name: 'printing in the product: use the logger',
    pattern: new RegExp(`\\b${word('con', 'sole')}\\.(log|debug|info)\\(`),
    paths: () => sources().filter((path) => /^(apps|libs)\//.test(path)),
  },
  {
    name: 'a path of one machine: derive it from the repository or from the environment',
    pattern: new RegExp(`(^|[\\s'"\`(=:])/(${machineFolders})/`),
    paths: () => handWritten().filter((path) => !isImageOrDeployment(path)),
  },
];

describe('nothing is left over', () => {
  test.each(leftOvers)('$name', ({ pattern, paths }) => {
    expect(paths().flatMap((path) => matches(path, pattern))).toEqual([]);
  });
});
