// Two rules of our own, too small for a package.

import { basename } from 'node:path';

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|mjs)$/;
const disable = /^\s*eslint-(disable|enable)/;
const explained = /--\s+\S/;

const kebabCaseFile = {
  meta: { type: 'suggestion', schema: [], messages: { name: 'File names are kebab-case; {{name}} is not.' } },
  create: (context) => ({
    Program: (node) => {
      const name = basename(context.filename);
      if (!kebabCase.test(name)) context.report({ node, messageId: 'name', data: { name } });
    },
  }),
};

const explainedDisable = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { why: 'Say why the rule is off: `eslint-disable-next-line RULE -- the reason`.' },
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

export const localRules = {
  rules: { 'kebab-case-file': kebabCaseFile, 'explained-disable': explainedDisable },
};
