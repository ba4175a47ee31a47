import type { ListEventsRequest } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { invalidField } from '@outreach/errors';
import type { Catalogue } from '@outreach/event-schema';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import { eventTypeErrors } from '../catalogue/index.ts';
import type { EndpointFeed } from '../deliveries/index.ts';
import type { EndpointStore } from '../endpoints/index.ts';
import type { EventFeed, EventStore } from '../events/index.ts';

/** A page has at most this many characters of bodies, so that it fits into one message. */
const PAGE_CHARACTERS_MAX = 8 * 1_048_576;
const SEQUENCE = /^\d{1,15}$/;

type FeedQuery = Omit<ListEventsRequest, 'page'>;

export interface FeedEvent {
  readonly sequence: number;
  readonly body: string;
}

export interface ListEventsPorts {
  readonly feed: EventFeed;
  readonly endpointFeed: EndpointFeed;
  readonly eventBodies: Pick<EventStore, 'findBodies'>;
  readonly endpoints: Pick<EndpointStore, 'find'>;
  readonly catalogue: Catalogue;
}

/**
 * The events of the workspace, or of one endpoint, oldest first.
 * @throws AppError invalid_argument on `types`, `after`, `webhook_id` or `cursor`.
 */
export async function listEvents(
  ports: ListEventsPorts,
  query: FeedQuery,
  page: PageRequest,
): Promise<PageOf<FeedEvent>> {
  const types = checkTypes(ports.catalogue, query.types);
  const { endpoint_id: endpointId } = query;
  if (endpointId !== undefined && (await ports.endpoints.find(endpointId)) === undefined)
    throw invalidField('webhook_id', 'webhook_id is not an endpoint of this workspace.');
  const after = await resolveAfter(ports, query);
  const list = async (request: PageRequest): Promise<PageOf<FeedEvent>> =>
    endpointId === undefined
      ? ports.feed.list({ types, after }, request)
      : listOfEndpoint(ports, { endpointId, types, after }, request);
  const found = await list(page);
  const fitting = countFitting(found.items);
  return fitting === found.items.length ? found : list({ ...page, pageSize: fitting });
}

function checkTypes(catalogue: Catalogue, types: readonly string[]): readonly string[] {
  const [problem] = types.length === 0 ? [] : eventTypeErrors(catalogue, { field: 'types', types });
  if (problem !== undefined)
    throw invalidField('types', 'types must be known event types; see GET /api/v1/webhooks/event-types/.');
  return [...new Set(types)].toSorted();
}

async function resolveAfter(
  { feed, endpointFeed }: ListEventsPorts,
  { after, endpoint_id: endpointId }: FeedQuery,
): Promise<number> {
  if (after === undefined) return 0;
  if (SEQUENCE.test(after)) return Number(after);
  const sequence =
    endpointId === undefined
      ? await feed.sequenceOf(after)
      : (await endpointFeed.sequencesOf(endpointId, [after])).get(after);
  if (sequence === undefined)
    throw invalidField('after', 'after must be a sequence, or the id of an event that is still in the feed.');
  return sequence;
}

async function listOfEndpoint(
  { endpointFeed, eventBodies }: ListEventsPorts,
  filter: Parameters<EndpointFeed['list']>[0],
  page: PageRequest,
): Promise<PageOf<FeedEvent>> {
  const found = await endpointFeed.list(filter, page);
  const bodies = await eventBodies.findBodies(found.items.map(({ event_id }) => event_id));
  // An event may end its 30 days shortly before its delivery does.
  const items = found.items.flatMap(({ event_id, sequence }) => {
    const body = bodies.get(event_id);
    return body === undefined ? [] : [{ sequence, body }];
  });
  return { ...found, items };
}

/** The number of events that fit into one page; at least one. */
function countFitting(events: readonly FeedEvent[]): number {
  let characters = 0;
  const index = events.findIndex(({ body }) => {
    characters += body.length;
    return characters > PAGE_CHARACTERS_MAX;
  });
  return index === -1 ? events.length : Math.max(1, index);
}
