import type { EventConsumer, ServiceBase } from '@outreach/app-kit';
import { retentionUpdated } from '@outreach/contracts-campaigns/internal-events';
import { createCatalogue, isEvent } from '@outreach/event-schema';
import type { TimelineRetention } from './ports.ts';

const catalogue = createCatalogue([retentionUpdated]);

/** Consumes the settings of workspaces: how long they keep their timelines. */
export function retentionConsumer(
  retention: TimelineRetention,
  { inWorkspace, units }: ServiceBase,
): EventConsumer {
  return {
    durable: 'contacts-retention',
    catalogue,
    handleBatch: async (events) => {
      for (const { workspace_id: workspaceId, aggregate, data } of events.filter((event) =>
        isEvent(retentionUpdated, event),
      ))
        await inWorkspace({ workspaceId }, async () =>
          units.unitOfWork(async () => retention.set(data.timeline_days, aggregate.version)),
        );
    },
  };
}
