import { channel } from 'node:diagnostics_channel';

/** tools/jest/run-file.mjs counts the messages of this channel. */
const starts = channel('outreach.service-start');

/** Counts a service or a stack that a test file starts; `npm test` prints the count of the slowest files. */
export function countServiceStart(): void {
  starts.publish(undefined);
}
