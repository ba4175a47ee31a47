import { describe, it } from '@jest/globals';
import { createNatsProcess } from '@outreach/testing/servers';
import { consumeWhileBrokerIsKilled, publishWhileBrokerIsKilled } from './broker-kills.ts';
import { openBus } from './bus-harness.ts';

const TEST_MS_MAX = 120_000;

describe('a broker that is killed repeatedly', () => {
  it(
    'loses and duplicates nothing that the relay publishes',
    async () => {
      const broker = await createNatsProcess();
      await broker.start();
      const bus = await openBus(broker.url);
      await publishWhileBrokerIsKilled({ bus, broker }, { kills: 12, eventsPerKill: 125 });
      await bus.stop();
      await broker.dispose();
    },
    TEST_MS_MAX,
  );

  it(
    'delivers every event to the consumer at least once',
    async () => consumeWhileBrokerIsKilled(5),
    TEST_MS_MAX,
  );
});
