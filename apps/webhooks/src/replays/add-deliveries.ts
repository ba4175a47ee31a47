import { LIVE_RUN, newDelivery, type Delivery } from '../delivery-model/index.ts';
import type { RangeEvent } from '../events/index.ts';
import type { ReplayPorts } from './ports.ts';
import type { Replay } from './replay.ts';

/**
 * Part of a transaction: creates due deliveries of the next events of a replay. An event keeps the sequence of its first
 * delivery to the endpoint; one that was never sent there takes the next sequence.
 * @returns the replay with its new position; undefined when there are no further events.
 */
export async function addDeliveries(
  ports: ReplayPorts,
  { replay, max, now }: { readonly replay: Replay; readonly max: number; readonly now: Date },
): Promise<Replay | undefined> {
  const { event_types: types, from, to, sequence_max: sequenceMax, position } = replay;
  const range = { types, from, to, sequenceMax };
  const events = await ports.ranges.list(range, { after: position ?? undefined, limit: max });
  const last = events.at(-1);
  if (last === undefined) return undefined;
  const known = await ports.endpointFeed.sequencesOf(
    replay.endpoint_id,
    events.map(({ id }) => id),
  );
  const fresh = events.filter(({ id }) => !known.has(id));
  const endpoint = { id: replay.endpoint_id, workspaceId: replay.workspace_id };
  const first = fresh.length === 0 ? 0 : ((await ports.sequences.take(endpoint, fresh.length)) ?? 0);
  const numbers = new Map([...known, ...fresh.map(({ id }, index) => [id, first + index] as const)]);
  const planned = events.map((event) => {
    const numbered = { event, sequence: numbers.get(event.id) ?? null, isFirst: !known.has(event.id) };
    const delivery = toDelivery(replay, numbered, { id: ports.newId('dlv'), now });
    return { delivery, job: undefined, held: false };
  });
  await ports.inserts.insert(planned);
  return {
    ...replay,
    position: { at: last.occurred_at, id: last.id },
    created_deliveries: replay.created_deliveries + events.length,
  };
}

interface NumberedEvent {
  readonly event: RangeEvent;
  readonly sequence: number | null;
  /** True if the event was never sent to the endpoint. */
  readonly isFirst: boolean;
}

function toDelivery(
  replay: Replay,
  { event, sequence, isFirst }: NumberedEvent,
  { id, now }: { readonly id: string; readonly now: Date },
): Delivery {
  return newDelivery({
    id,
    workspace_id: replay.workspace_id,
    endpoint_id: replay.endpoint_id,
    event_id: event.id,
    event_type: event.type,
    run: isFirst ? LIVE_RUN : replay.id,
    sequence,
    replay_id: replay.id,
    created_at: now,
  });
}
