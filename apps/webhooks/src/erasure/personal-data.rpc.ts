import { readPersonalData, type ShownData } from '@outreach/contracts-common/personal-data';
import { readDeliveryBody, type Aggregate } from '../events/index.ts';
import type { WebhooksMethods } from '../methods/index.ts';
import type { EraseStoredPorts } from './ports.ts';

/** Events that are read together, with what their receivers have answered. */
const EVENTS_READ = 50;

/** The stored events of a contact. An unknown contact has none. */
export function personalDataMethods(ports: EraseStoredPorts): WebhooksMethods {
  const places = placesOf(ports);
  return {
    readPersonalData: {
      scope: ['admin:gdpr'],
      query: async ({ workspaceId }, { contact_id: id, section, after }) =>
        readPersonalData(places, { contact: { workspaceId, id }, section, after }),
    },
  };
}

/** The places with personal data of a record: those that its erasure clears. */
function placesOf(ports: EraseStoredPorts): readonly ShownData<Aggregate>[] {
  return [
    { section: 'events', read: async (aggregate, after) => readEvents(ports, aggregate, after) },
    { notShown: 'unpublished events and dead letters: copies of events on their way' },
  ];
}

/** A page of the stored events of a record with the answers of their receivers. */
async function readEvents(
  { events, deliveries, endpoints }: EraseStoredPorts,
  aggregate: Aggregate,
  afterId: string,
) {
  const stored = await events.listOfAggregate(aggregate, { afterId, limit: EVENTS_READ });
  const { workspaceId } = aggregate;
  const endpointIds = await endpoints.listIds(workspaceId);
  const eventIds = stored.map(({ id }) => id);
  const answers = await deliveries.answersTo({ workspaceId, endpointIds, eventIds });
  const byEvent = Map.groupBy(answers, ({ event_id }) => event_id);
  return {
    records: stored.map(({ id, body }) => ({ ...readDeliveryBody(body), deliveries: byEvent.get(id) ?? [] })),
    after: stored.length < EVENTS_READ ? undefined : stored.at(-1)?.id,
  };
}
