// One jest run over the whole tree: sources are TypeScript modules, transformed in memory.
const transform = {
  '^.+\\.ts$': [
    '@swc/jest',
    {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
      module: { type: 'es6' },
    },
  ],
};
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform,
  modulePathIgnorePatterns: ['<rootDir>/.outreach', '<rootDir>/.nx'],
};
const project = (displayName, testMatch) => ({ ...shared, displayName, testMatch });

export default {
  maxWorkers: 2,
  testTimeout: 30_000,
  projects: [
    project('unit', ['<rootDir>/{libs,apps}/**/src/**/*.test.ts']),
    project('service', ['<rootDir>/{apps,libs}/**/test/**/*.test.ts']),
    project('tidy', ['<rootDir>/tools/**/*.test.ts']),
    project('e2e', ['<rootDir>/tests/**/*.test.ts']),
  ],
};
