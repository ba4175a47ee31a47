import { randomBytes } from 'node:crypto';

const PROCESS_PART_BYTES = 8;
const RADIX = 36;

/** Ids for requests that bring none: one random part per process and a count, for they are made with every request. */
export function createRequestIds(): () => string {
  const processPart = `req_${randomBytes(PROCESS_PART_BYTES).toString('hex')}`;
  let count = 0;
  return () => {
    count += 1;
    return `${processPart}-${count.toString(RADIX)}`;
  };
}
