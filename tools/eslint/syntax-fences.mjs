// Constructs that a zone of the tree must not use, each with its replacement.

import { pureFiles } from './fences.mjs';

const defaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Exports have names, so that a search finds every use.',
};
const environment = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Only config.ts reads the environment; take the value from the configuration.',
};
const exit = {
  selector: 'CallExpression[callee.object.name="process"][callee.property.name="exit"]',
  message: 'Return or throw: run() decides when a process ends.',
};

// Methods that the tenant guard cannot intercept would read or write all workspaces.
const unguarded = [
  {
    selector:
      'CallExpression[callee.property.name=/^(watch|estimatedDocumentCount|mapReduce|\\$where|bulkSave|hydrate)$/]',
    message:
      'The tenant guard cannot intercept this method; use find, countDocuments, aggregate or bulkWrite.',
  },
  {
    selector: 'MemberExpression[property.name="collection"]',
    message: 'A raw collection has no tenant guard; use the model.',
  },
];

const impure = [
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'Time is passed in: take it from the clock port.',
  },
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'Time is passed in: take it from the clock port.',
  },
  {
    selector: 'CallExpression[callee.object.name="performance"]',
    message: 'Time is passed in: take it from the clock port.',
  },
  {
    selector: 'CallExpression[callee.object.name="Math"][callee.property.name="random"]',
    message: 'Randomness is passed in, so that a test can fix it.',
  },
  {
    selector: 'CallExpression[callee.object.name="crypto"]',
    message: 'Randomness is passed in, so that a test can fix it.',
  },
  {
    selector: 'CallExpression[callee.name="fetch"]',
    message: 'Domain does no I/O: declare a port in ports.ts.',
  },
];

const restricted = (...entries) => ({ 'no-restricted-syntax': ['error', ...entries] });

/** ESLint blocks for syntax; the last that matches a file counts. */
export const syntaxFences = [
  { files: ['**/*.{ts,tsx}'], rules: restricted(defaultExport) },
  { files: ['libs/**/src/**/*.ts'], rules: restricted(defaultExport, environment, exit) },
  { files: pureFiles, rules: restricted(defaultExport, environment, exit, ...impure) },
  { files: ['libs/service-kit/src/config/config.ts'], rules: restricted(defaultExport, exit) },
  { files: ['libs/testing/**/*.ts'], rules: restricted(defaultExport) },
  { files: ['apps/*/src/**/*.ts'], rules: restricted(defaultExport, environment, exit, ...unguarded) },
  {
    files: [
      'apps/{auth,contacts,campaigns,webhooks}/src/*/**/+([a-z0-9-]).ts',
      'apps/gateway/src/{credentials,rate-limits}/**/+([a-z0-9-]).ts',
    ],
    rules: restricted(defaultExport, environment, exit, ...unguarded, ...impure),
  },
  {
    files: ['apps/*/src/*/**/index.ts'],
    rules: restricted(defaultExport, environment, exit, ...unguarded),
  },
  { files: ['apps/*/src/config.ts'], rules: restricted(defaultExport, exit) },
];
