import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { depConstraints } from './tools/eslint/call-graph.mjs';
import { importFences } from './tools/eslint/fences.mjs';
import { localRules } from './tools/eslint/local-rules.mjs';
import { syntaxFences } from './tools/eslint/syntax-fences.mjs';

const typescript = ['**/*.ts', '**/*.tsx'];
const browser = ['apps/console/src/**/*.{ts,tsx}'];
const tests = ['**/*.test.ts', '**/test/**/*.ts', 'tests/**/*.ts', 'libs/testing/**/*.ts'];
const product = ['apps/*/src/**/*.{ts,tsx}', 'libs/**/src/**/*.ts'];
const perType = (configs) => configs.map((config) => ({ ...config, files: typescript }));

const everywhere = {
  plugins: { '@nx': nx, local: localRules },
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  rules: {
    eqeqeq: 'error',
    'max-lines': ['error', { max: 300 }],
    'max-lines-per-function': ['error', { max: 50 }],
    'max-params': ['error', { max: 3 }],
    'no-undef': 'off',
    'local/explained-disable': 'error',
    'local/no-import-cycle': 'error',
    '@nx/enforce-module-boundaries': [
      'error',
      { allow: [], depConstraints, enforceBuildableLibDependency: false },
    ],
  },
};

const typed = {
  files: typescript,
  // One program for the whole repository; the project service would load one per project.
  languageOptions: { parserOptions: { project: 'tsconfig.json', tsconfigRootDir: import.meta.dirname } },
  rules: {
    '@typescript-eslint/consistent-type-imports': 'error',
    '@typescript-eslint/explicit-module-boundary-types': 'error',
    '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    // Ports return promises, and an implementation that has nothing to wait for is still async.
    '@typescript-eslint/require-await': 'off',
    // An empty environment variable counts as absent, which `??` would not see.
    '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
    '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    '@typescript-eslint/switch-exhaustiveness-check': 'error',
    // mongoose's schema types are classes in name only; every schema literal would be reported.
    '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    // Ports are records of functions; the rule takes each method signature for one that needs its object.
    '@typescript-eslint/unbound-method': 'off',
    // The compiler's own noPropertyAccessFromIndexSignature is off too: both ways of access are the same to a reader.
    '@typescript-eslint/dot-notation': 'off',
  },
};

// The code of the browser is a program of its own. A component is a function whose markup counts as lines.
const inBrowser = [
  { files: browser, languageOptions: { parserOptions: { project: 'apps/console/tsconfig.json' } } },
  { files: ['**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 150 }] } },
];

// A describe callback is as long as its cases, and a test may look at what the product may not touch.
const relaxedInTests = {
  files: tests,
  rules: {
    'max-lines-per-function': 'off',
    'no-restricted-syntax': 'off',
    '@typescript-eslint/explicit-module-boundary-types': 'off',
    '@typescript-eslint/no-restricted-imports': 'off',
    '@typescript-eslint/no-unsafe-argument': 'off',
    '@typescript-eslint/no-unsafe-assignment': 'off',
    '@typescript-eslint/no-unsafe-call': 'off',
    '@typescript-eslint/no-unsafe-member-access': 'off',
    '@typescript-eslint/no-unsafe-return': 'off',
    '@typescript-eslint/require-await': 'off',
  },
};

export default [
  {
    ignores: [
      '**/gen/**',
      '!tools/gen/**',
      '**/node_modules/**',
      '.nx/**',
      '.outreach/**',
      'coverage/**',
      'apps/console/dist*/**',
      'k8s/**',
    ],
  },
  js.configs.recommended,
  ...perType(tseslint.configs.strictTypeChecked),
  ...perType(tseslint.configs.stylisticTypeChecked),
  everywhere,
  typed,
  ...inBrowser,
  { files: product, rules: { 'no-console': 'error' } },
  ...importFences,
  ...syntaxFences,
  relaxedInTests,
];
