// Lint rules of this repository.

import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const disable = /^\s*eslint-(disable|enable)/;
const explained = /--\s+\S/;

const explainedDisable = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { why: 'Explain why the rule is off: `eslint-disable-next-line RULE -- the reason`.' },
  },
  create: (context) => ({
    Program: () => {
      for (const comment of context.sourceCode.getAllComments()) {
        const isBare = disable.test(comment.value) && !explained.test(comment.value);
        if (isBare) context.report({ loc: comment.loc, messageId: 'why' });
      }
    },
  }),
};

const relativeImport = /(?:from|import)\s+['"](\.{1,2}\/[^'"]+)['"]/g;
const importCache = new Map();

/** The files that a file imports by a relative path; type imports count. */
function importsOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const cached = importCache.get(path);
  if (cached?.mtimeMs === stats.mtimeMs) return cached.paths;
  const text = readFileSync(path, 'utf8');
  const paths = [...text.matchAll(relativeImport)].map(([, target]) => resolve(dirname(path), target));
  importCache.set(path, { mtimeMs: stats.mtimeMs, paths });
  return paths;
}

/** True when `from` reaches `target` by relative imports. */
function reaches(from, target) {
  const seen = new Set([from]);
  const open = [from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const next of importsOf(path)) {
      if (next === target) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}

const noImportCycle = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { cycle: '{{source}} imports this file again: move what both need into a file of its own.' },
  },
  create: (context) => {
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const path = resolve(dirname(context.filename), source);
      if (reaches(path, context.filename)) context.report({ node, messageId: 'cycle', data: { source } });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

export const localRules = {
  rules: {
    'explained-disable': explainedDisable,
    'no-import-cycle': noImportCycle,
  },
};
