import type { EventConsumer, ServiceBase } from '@outreach/app-kit';
import { createCatalogue, type DomainEvent } from '@outreach/event-schema';
import { CAMPAIGN_EVENTS } from './campaign-events.events.ts';
import type { EngagementEvent } from './engagement-event.ts';
import type { TimelinePorts } from './ports.ts';
import { addCampaigns, recordEvents } from './record-events.ts';

const catalogue = createCatalogue(CAMPAIGN_EVENTS.map(({ definition }) => definition));

/** Events per transaction. A launch publishes thousands; requests of other clients are served between the steps. */
const EVENTS_PER_STEP = 250;

/** Consumes events of the campaigns service. */
export function campaignEventsConsumer(ports: TimelinePorts, base: ServiceBase): EventConsumer {
  return {
    durable: 'contacts-campaigns',
    catalogue,
    handleBatch: async (events) => handleCampaignEvents(ports, base, events),
  };
}

/** Runs transactions of one workspace each. A redelivered event finds its committed result and changes nothing. */
async function handleCampaignEvents(
  ports: TimelinePorts,
  { inWorkspace, units }: ServiceBase,
  events: readonly DomainEvent[],
): Promise<void> {
  for (const [workspaceId, own] of Map.groupBy(events, (event) => event.workspace_id)) {
    const engagement = byContact(
      own.flatMap((event) => CAMPAIGN_EVENTS.flatMap((mapping) => mapping.toEngagement(event) ?? [])),
    );
    for (let from = 0; from < engagement.length; from += EVENTS_PER_STEP) {
      const step = engagement.slice(from, from + EVENTS_PER_STEP);
      await inWorkspace({ workspaceId }, async () => {
        await addCampaigns(ports, step);
        await units.unitOfWork(async () => recordEvents(ports, step));
      });
    }
  }
}

/** The events of each contact in a row, so that one transaction writes the contact once. */
function byContact(events: readonly EngagementEvent[]): readonly EngagementEvent[] {
  return [...Map.groupBy(events, ({ contact_id: id }) => id).values()].flat();
}
