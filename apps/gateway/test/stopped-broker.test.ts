import { expect, it } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startStoppedBroker } from './stopped-broker.ts';

const broker = await sharedByTests(startStoppedBroker);

it('stores every hit and every acknowledged unsubscribe once, also when the broker stood still', async () => {
  for (let firstMs = 0; firstMs < 60; firstMs += 12) {
    const offsetsMs = [0, firstMs + 5, firstMs + 35, firstMs + 60];
    const hits = await broker.publish({ stoppedMs: 120, offsetsMs, ackMsMax: 40 });
    expect(hits.stored.toSorted()).toEqual(hits.added);
    expect(hits.acknowledged).toEqual(hits.added);
    expect(hits.storedUnsubscribes.toSorted()).toEqual(hits.acknowledged);
  }
});
