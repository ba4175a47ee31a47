import { expect, it } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startStoppedBroker } from './stopped-broker.ts';

const broker = await sharedByTests(startStoppedBroker);

it('stores every acknowledged hit once, also when the broker stood still after any of them', async () => {
  for (let firstMs = 0; firstMs < 60; firstMs += 12) {
    const offsetsMs = [0, firstMs + 5, firstMs + 35, firstMs + 60];
    const { acknowledged, stored } = await broker.publish({ stoppedMs: 120, offsetsMs, ackMsMax: 40 });
    expect(acknowledged).toHaveLength(offsetsMs.length);
    expect(stored).toEqual(acknowledged);
  }
});
