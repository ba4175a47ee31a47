import { randomBytes } from 'node:crypto';

const PROCESS_ID_BYTES = 8;
const RADIX = 36;

/** Ids for requests without one: a random text per process and a counter, because every request may require one. */
export function createRequestIds(): () => string {
  const processId = `req_${randomBytes(PROCESS_ID_BYTES).toString('hex')}`;
  let count = 0;
  return () => {
    count += 1;
    return `${processId}-${count.toString(RADIX)}`;
  };
}
