import { describe, jest } from '@jest/globals';
import { describeSending } from './sending-conformance.ts';
import { platformPath, startForConformance } from './sending-paths.ts';

jest.setTimeout(60_000);

const start = await startForConformance();

describe('sending on platform_1', () => {
  describeSending({ name: 'platform_1', path: platformPath(start), start });
});
