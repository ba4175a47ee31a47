import { createConsumer, type ConsumerParts } from '@outreach/event-bus';
import { createCatalogue, type DomainEvent } from '@outreach/event-schema';
import type { Resource } from '@outreach/service-kit';
import { recordEvents } from './record-events.ts';
import type { Deps } from '../domain/ports.ts';
import { inWorkspace } from '../in-workspace.ts';
import { CAMPAIGN_EVENTS } from './campaign-events.events.ts';

export interface OwnParts extends ConsumerParts {
  readonly deps: Deps;
}

const catalogue = createCatalogue(CAMPAIGN_EVENTS.map(({ definition }) => definition));

/** What other services tell this one. */
export function createConsumers({ deps, ...parts }: OwnParts): Resource[] {
  return [
    createConsumer({
      ...parts,
      durable: 'contacts-campaigns',
      catalogue,
      handleBatch: async (events) => handleCampaignEvents(deps, events),
    }),
  ];
}

/** A transaction per workspace: what one of them has committed, a second handling finds done. */
export async function handleCampaignEvents(deps: Deps, events: readonly DomainEvent[]): Promise<void> {
  for (const [workspaceId, own] of Map.groupBy(events, (event) => event.workspace_id)) {
    const told = own.flatMap((event) => CAMPAIGN_EVENTS.flatMap((row) => row.read(event) ?? []));
    await inWorkspace(deps, { workspaceId }, async () =>
      deps.unitOfWork(async () => recordEvents(deps, told)),
    );
  }
}
