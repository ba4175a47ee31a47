// A reporter of jest that writes what `npm test` adds up: counts, failures and cost of each file.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Path of the JSON file; without it nothing is written. */
const variable = 'TEST_RESULT_FILE';
/** Characters that are kept of the message of a failed test. */
const messageLength = 600;

export default class ResultReporter {
  #files = [];
  #root;

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  onTestResult(_test, result) {
    const { testFilePath, perfStats, cost } = result;
    const seconds = (perfStats.end - perfStats.start) / 1_000;
    this.#files.push({
      path: relative(this.#root, testFilePath),
      seconds,
      ...counts(result),
      failures: failures(result),
      ...cost,
    });
  }

  onRunComplete() {
    const path = process.env[variable];
    if (!path) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ files: this.#files }));
  }
}

/** A file that cannot run counts as one failed test. */
function counts({ numPassingTests, numFailingTests, numPendingTests, numTodoTests, testExecError }) {
  return {
    passed: numPassingTests,
    failed: testExecError ? numFailingTests + 1 : numFailingTests,
    skipped: numPendingTests + numTodoTests,
  };
}

function failures({ testResults, testExecError }) {
  const failed = testResults.filter(({ status }) => status === 'failed');
  const list = failed.map(({ fullName, failureMessages }) => ({
    title: fullName,
    text: failureMessages[0] ?? '',
  }));
  if (testExecError) list.push({ title: 'the file cannot run', text: String(testExecError.message) });
  return list.map(({ title, text }) => ({
    title,
    message: stripVTControlCharacters(text).slice(0, messageLength),
  }));
}
