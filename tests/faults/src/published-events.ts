import { eventsIn } from '@outreach/event-schema';
import { connect } from 'nats';
import { z } from 'zod';

const Envelope = z.object({ id: z.string(), type: z.string(), aggregate: z.object({ id: z.string() }) });

/** Every event of a type that is published from now on: aggregate id → ids of its events. */
export interface SeenEvents {
  readonly idsOf: ReadonlyMap<string, ReadonlySet<string>>;
  stop(): Promise<void>;
}

/** Listens beside the stream, so that also what the stream drops as a second copy is seen. */
export async function watchEvents(natsUrl: string, type: string): Promise<SeenEvents> {
  const connection = await connect({ servers: natsUrl });
  const idsOf = new Map<string, Set<string>>();
  connection.subscribe('evt.>', {
    callback: (failure, message) => {
      if (failure !== null) throw failure;
      for (const input of eventsIn(message.data)) {
        const event = Envelope.safeParse(input);
        if (!event.success || event.data.type !== type) continue;
        const { id, aggregate } = event.data;
        idsOf.set(aggregate.id, (idsOf.get(aggregate.id) ?? new Set()).add(id));
      }
    },
  });
  await connection.flush();
  return { idsOf, stop: async () => connection.drain() };
}
