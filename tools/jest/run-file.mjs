// Runs one test file for jest: jest-circus without a virtual machine. Node runs the TypeScript sources as they are, and the
// files of a worker share the modules that they import: a module is loaded once per worker, not once per file.

import { channel, subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { setGlobals } from './globals.mjs';
import { missingPrograms, neededPrograms, skippedResult } from './programs.ts';

const require = createRequire(import.meta.url);
const globalsUrl = new URL('globals.mjs', import.meta.url).href;
/** Keys under which jest-circus keeps its state in the global object. */
const stateKeys = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL']);
const microsecondsPerSecond = 1_000_000;
let fileCount = 0;
let serviceStarts = 0;

const fileEnd = channel('outreach.file-end');
subscribe('outreach.service-start', () => {
  serviceStarts += 1;
});

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globalsUrl, shortCircuit: true } : next(specifier, context),
});

/** The option `testRunner` of jest requires this signature. */
export default async function runFile(...[globalConfig, config, , , path, sendMessageToJest]) {
  const source = readFileSync(path, 'utf8');
  const missing = await missingPrograms(neededPrograms(source));
  if (missing.length > 0) return { ...skippedResult(path, source), cost: { missing } };
  removeStateOfPreviousFile();
  const cpuBefore = process.cpuUsage();
  const result = await circus.default(
    globalConfig,
    config,
    { global: globalThis },
    runtime,
    path,
    sendMessageToJest,
  );
  await cleanUp();
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuSeconds = (user + system) / microsecondsPerSecond;
  return { ...result, cost: { cpuSeconds, serviceStarts } };
}

/** Waits for what the subscribers of the channel remove after a file. */
async function cleanUp() {
  const promises = [];
  fileEnd.publish(promises);
  await Promise.all(promises);
}

function removeStateOfPreviousFile() {
  serviceStarts = 0;
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (stateKeys.has(key.description)) delete globalThis[key];
  }
}

/** The functions of jest-runtime that jest-circus calls. */
const runtime = {
  // A new instance for each file, because it contains the tests of the file.
  requireInternalModule: (path) => {
    delete require.cache[path];
    return require(path);
  },
  requireModule: require,
  setGlobalsForRuntime: setGlobals,
  enterTestCode: () => undefined,
  leaveTestCode: () => undefined,
  unstable_shouldLoadAsEsm: () => true,
  // The query makes the address unique: a watched file runs again.
  unstable_importModule: async (path) => import(`${pathToFileURL(path).href}?file=${(fileCount += 1)}`),
};
