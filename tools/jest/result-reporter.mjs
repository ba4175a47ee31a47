// A reporter of jest that writes what `npm test` adds up: counts, and the cost of each file.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** Path of the JSON file; without it nothing is written. */
const variable = 'TEST_RESULT_FILE';

export default class ResultReporter {
  #files = [];
  #root;

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  onTestResult(_test, { testFilePath, perfStats, cost }) {
    const seconds = (perfStats.end - perfStats.start) / 1_000;
    this.#files.push({ path: relative(this.#root, testFilePath), seconds, ...cost });
  }

  onRunComplete(_contexts, results) {
    const path = process.env[variable];
    if (!path) return;
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = results;
    // A file that cannot run counts as one failed test, and so does a run without a file.
    const failed = numFailedTests + results.numRuntimeErrorTestSuites;
    const result = {
      passed: numPassedTests,
      failed: results.numTotalTestSuites === 0 ? 1 : failed,
      skipped: numPendingTests + numTodoTests,
      files: this.#files,
    };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(result));
  }
}
