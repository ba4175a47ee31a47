/** @needs dovecot */
import { describe, jest } from '@jest/globals';
import { startDovecot } from '@outreach/testing/mail';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { describeSending } from './sending-conformance.ts';
import { nativePath, startForConformance } from './sending-paths.ts';

jest.setTimeout(60_000);

const start = await startForConformance();
const dovecot = await sharedByTests(startDovecot);
const path = await sharedByTests(async () => Promise.resolve(nativePath({ ...start, dovecot })));

describe('sending on native', () => {
  describeSending({ name: 'native', path, start });
});
