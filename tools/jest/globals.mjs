// What tests import from `@jest/globals`. Each file has new functions, and the exports change with them.

import { ModuleMocker } from 'jest-mock';

const mocker = new ModuleMocker(globalThis);

export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  setTimeout: (timeoutMs) => {
    globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = timeoutMs;
    return jest;
  },
};

export let describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach;

export function setGlobals(globals) {
  ({ describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach } = globals);
}
