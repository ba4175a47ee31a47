import { ensureTopology } from '@outreach/event-bus';
import type { Schema } from '../schema.ts';
import type { ServiceBase } from '../service-base.ts';
import type { CommandTable } from './commands.ts';
import { connectBroker } from './connect-broker.ts';

/** Commands of every service for its indexes, streams and durables. */
export function schemaCommands(base: ServiceBase, schema: Schema): CommandTable {
  return {
    'schema apply': {
      usage: 'schema apply',
      run: async () => {
        await schema.build();
        const broker = await connectBroker(base);
        await ensureTopology(broker, schema.published);
        for (const topology of schema.consumed) await ensureTopology(broker, topology, 'consumer');
        return { missing: await schema.missing() };
      },
    },
    'schema show': { usage: 'schema show', run: async () => ({ missing: await schema.missing() }) },
  };
}
