import { expect, it, jest } from '@jest/globals';
import { startStoppedBroker } from '@outreach/app-gateway/test/stopped-broker';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { isLong, seededRandom } from './src/random.ts';

jest.setTimeout(isLong ? 900_000 : 300_000);
const ROUNDS = isLong ? 300 : 10;
const STOPPED_MS = 1_400;
const random = seededRandom('stopped-broker');

const broker = await sharedByTests(startStoppedBroker);

it('no hit and no acknowledged unsubscribe is lost or doubled while the broker is stopped and continued', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const stoppedMs = 20 + Math.floor(random() * (isLong ? STOPPED_MS : 200));
    const offsetsMs = [0, ...Array.from({ length: 20 }, () => Math.floor(random() * stoppedMs))];
    const ackMsMax = 5 + Math.floor(random() * stoppedMs);
    const hits = await broker.publish({ stoppedMs, offsetsMs, ackMsMax });
    expect(hits.stored.toSorted()).toEqual(hits.added);
    expect(hits.acknowledged).toEqual(hits.added);
    expect(hits.storedUnsubscribes.toSorted()).toEqual(hits.acknowledged);
  }
});
