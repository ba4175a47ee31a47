// Sources are TypeScript modules; SWC transforms them in memory.
export default {
  maxWorkers: Number(process.env.JEST_WORKERS ?? 2),
  // The modules of a finished file stay in memory, and a new worker costs less than collecting a large heap.
  workerIdleMemoryLimit: '400MB',
  testTimeout: 30_000,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{apps,libs,tests,tools}/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2024',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/.outreach', '<rootDir>/.nx'],
};
