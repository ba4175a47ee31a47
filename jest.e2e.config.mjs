import config from './jest.config.mjs';

// All files share one stack, which starts before the first.
export default {
  ...config,
  globalSetup: '<rootDir>/tests/e2e/start-shared-stack.mjs',
  globalTeardown: '<rootDir>/tests/e2e/stop-shared-stack.mjs',
};
