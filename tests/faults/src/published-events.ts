import { eventsIn } from '@outreach/event-schema';
import { connect } from 'nats';
import { z } from 'zod';

const envelopeSchema = z.object({
  id: z.string(),
  type: z.string(),
  workspace_id: z.string(),
  aggregate: z.object({ id: z.string() }),
});

export interface EventFilter {
  readonly type: string;
  /** All workspaces by default. */
  readonly workspaceId?: string | undefined;
}

/** The events of one type that are published while they are watched. */
export interface PublishedEvents {
  /** Aggregate id → ids of its events. */
  readonly idsOf: ReadonlyMap<string, ReadonlySet<string>>;
  stop(): Promise<void>;
}

/** Subscribes outside the stream, so that it also receives the duplicates that the stream drops. */
export async function watchEvents(
  natsUrl: string,
  { type, workspaceId }: EventFilter,
): Promise<PublishedEvents> {
  const connection = await connect({ servers: natsUrl, maxReconnectAttempts: -1 });
  const idsOf = new Map<string, Set<string>>();
  connection.subscribe('evt.>', {
    callback: (failure, message) => {
      if (failure !== null) throw failure;
      for (const input of eventsIn(message.data)) {
        const event = envelopeSchema.safeParse(input);
        if (!event.success || event.data.type !== type) continue;
        const { id, aggregate, workspace_id } = event.data;
        if (workspaceId !== undefined && workspace_id !== workspaceId) continue;
        idsOf.set(aggregate.id, (idsOf.get(aggregate.id) ?? new Set()).add(id));
      }
    },
  });
  await connection.flush();
  return { idsOf, stop: async () => connection.drain() };
}
