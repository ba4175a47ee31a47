import { replayStates, webhookErrors } from '@outreach/contracts-webhooks';
import type { CreateReplayRequest, GetReplayRequest } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { AppError, invalidField, notFound, type FieldError } from '@outreach/errors';
import type { Catalogue } from '@outreach/event-schema';
import type { CallContext } from '@outreach/service-kit';
import { eventTypeErrors } from '../catalogue/index.ts';
import { requireEndpoint } from '../endpoints/index.ts';
import type { ReplayPorts } from './ports.ts';
import { toReplayView, type Replay, type ReplayView } from './replay.ts';

/** A larger range must be split. */
export const REPLAY_EVENTS_MAX = 10_000;

/**
 * Counts the matching events and queues a replay. Without a match it is completed at once.
 * @throws AppError invalid_argument; not_found; conflict with reason `endpoint_paused`; `replay_too_large`.
 */
export async function createReplay(
  ports: ReplayPorts,
  { workspaceId }: CallContext,
  input: CreateReplayRequest,
): Promise<ReplayView> {
  const { from, to, types } = checkRange(ports.catalogue, input);
  const endpoint = await requireEndpoint(ports.endpoints, input.endpoint_id);
  if (!endpoint.active) throw webhookErrors.endpointPaused.make();
  const numbers = (await ports.sequences.find([workspaceId])).get(workspaceId);
  const sequenceMax = numbers?.event_sequence ?? 0;
  const matched = await ports.ranges.count({ types, from, to, sequenceMax });
  if (matched > REPLAY_EVENTS_MAX) {
    const details = { matched_events: matched, max_events: REPLAY_EVENTS_MAX };
    throw webhookErrors.replayTooLarge.make({ details });
  }
  const now = new Date(ports.clock.now());
  const queued: Replay = {
    id: ports.newId('rpl'),
    workspace_id: workspaceId,
    endpoint_id: endpoint.id,
    event_types: types,
    from,
    to,
    sequence_max: sequenceMax,
    status: 'queued',
    matched_events: matched,
    position: null,
    created_deliveries: 0,
    created_at: now,
    finished_at: null,
  };
  const replay = matched === 0 ? endReplay(queued, 'complete', now) : queued;
  await ports.replays.insert(replay);
  return toReplayView(replay, { success: 0, failed: 0, pending: 0 });
}

function checkRange(catalogue: Catalogue, { event_types: eventTypes, from, to }: CreateReplayRequest) {
  const errors: FieldError[] = eventTypeErrors(catalogue, { field: 'event_types', types: eventTypes });
  if (from === undefined) errors.push({ field: 'from', message: 'from is required.' });
  if (to === undefined) errors.push({ field: 'to', message: 'to is required.' });
  if (from !== undefined && to !== undefined && from >= to)
    errors.push({ field: 'to', message: 'to must be after from.' });
  const [first] = errors;
  if (first !== undefined)
    throw new AppError('invalid_argument', first.message, { field: first.field, errors });
  if (from === undefined || to === undefined) throw invalidField('from', 'from and to are required.');
  return { types: [...new Set(eventTypes)].toSorted(), from, to };
}

/**
 * The replay after an operation that ends it.
 * @throws AppError conflict with code `invalid_transition` when it has ended already.
 */
export function endReplay(replay: Replay, operation: 'complete' | 'cancel', at: Date): Replay {
  const status = replayStates.next(replay.status, operation);
  if (status === undefined) throw webhookErrors.replayEnded.make({ details: { status: replay.status } });
  return { ...replay, status, finished_at: at };
}

/** @throws AppError not_found. */
export async function getReplay(ports: ReplayPorts, ref: GetReplayRequest): Promise<ReplayView> {
  const replay = await requireReplay(ports, ref);
  return toReplayView(replay, await ports.deliveries.count(replay.id));
}

/**
 * Cancels a replay and removes its deliveries that were not attempted; workers remove those that they have leased.
 * @throws AppError not_found; conflict with code `invalid_transition`.
 */
export async function cancelReplay(ports: ReplayPorts, ref: GetReplayRequest): Promise<ReplayView> {
  const replay = await requireReplay(ports, ref);
  const canceled = endReplay(replay, 'cancel', new Date(ports.clock.now()));
  await ports.replays.end(canceled);
  await ports.deliveries.removeUnsent(replay.id);
  return toReplayView(canceled, await ports.deliveries.count(replay.id));
}

/** The replays of a deleted endpoint are not found. */
async function requireReplay(
  { endpoints, replays }: Pick<ReplayPorts, 'endpoints' | 'replays'>,
  { endpoint_id: endpointId, replay_id: replayId }: GetReplayRequest,
): Promise<Replay> {
  await requireEndpoint(endpoints, endpointId);
  const replay = await replays.find(replayId);
  if (replay?.endpoint_id !== endpointId) throw notFound();
  return replay;
}
