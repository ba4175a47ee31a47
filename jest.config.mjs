import { tierPatterns } from '@outreach/jest/tiers';

// Node runs the TypeScript sources as they are, so nothing is transformed (docs/adr/0040).
export default {
  rootDir: import.meta.dirname,
  // A worker waits for servers more than it computes.
  maxWorkers: Number(process.env.JEST_WORKERS ?? 3),
  testTimeout: 30_000,
  // A connection that a test leaves open must not keep the run alive.
  forceExit: true,
  testEnvironment: 'node',
  testRunner: '<rootDir>/tools/jest/run-file.mjs',
  reporters: ['default', '<rootDir>/tools/jest/result-reporter.mjs'],
  transform: {},
  ...tierPatterns(process.env.TEST_TIER),
  modulePathIgnorePatterns: ['<rootDir>/.outreach', '<rootDir>/.nx'],
};
