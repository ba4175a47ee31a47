import { AppError, type ErrorKind } from '@outreach/errors';
import type { Logger } from '@outreach/service-kit';
import { counter } from '@outreach/service-kit/metrics';
import { systemContext } from '@outreach/service-kit/system-context';
import type { Backends } from '../clients/backends.ts';
import type { Hit, Unsubscriber, UnsubscribeStream } from './ports.ts';

/** Longer than a commit that waits for an election of the database takes. */
const CALL_MS_MAX = 3_000;
/** The campaigns service was not reached, or it is not certain that it has committed. */
const UNREACHABLE: ReadonlySet<ErrorKind> = new Set(['unavailable', 'deadline']);

const taken = counter(
  'tracking_unsubscribes_total',
  'Unsubscribes by the links of emails: committed by campaigns, stored by the broker, or refused.',
  ['outcome'],
);

export interface UnsubscriberOptions {
  readonly campaigns: Pick<Backends['campaigns'], 'unsubscribe'>;
  readonly stream: UnsubscribeStream;
  readonly logger: Logger;
  /** Time in ms for the call of campaigns, 3,000 without it. */
  readonly callMsMax?: number | undefined;
}

/**
 * Campaigns commits an unsubscribe; the broker stores it only while campaigns cannot be reached. Concurrent requests for one
 * email share a call.
 */
export function createUnsubscriber(options: UnsubscriberOptions): Unsubscriber {
  const running = new Map<string, Promise<boolean>>();
  return {
    unsubscribe: async (hit, requestId) => {
      const { send_id: sendId } = hit;
      const shared = running.get(sendId) ?? unsubscribe(options, hit, requestId);
      running.set(sendId, shared);
      try {
        return await shared;
      } finally {
        running.delete(sendId);
      }
    },
  };
}

async function unsubscribe(
  { campaigns, stream, logger, callMsMax = CALL_MS_MAX }: UnsubscriberOptions,
  hit: Hit,
  requestId: string,
): Promise<boolean> {
  const workspaceId = hit.workspace_id;
  const context = systemContext({ workspaceId, requestId, service: 'gateway' });
  const ctx = { ...context, deadlineAtMs: Date.now() + callMsMax, clientAddress: hit.address };
  try {
    await campaigns.unsubscribe(ctx, {
      send_id: hit.send_id,
      enrollment_id: hit.enrollment_id,
    });
    taken.inc({ outcome: 'committed' });
    return true;
  } catch (err) {
    const isReached = !(err instanceof AppError && UNREACHABLE.has(err.kind));
    const isStored = !isReached && (await stream.store(hit));
    taken.inc({ outcome: isStored ? 'stored' : 'refused' });
    if (!isStored) logger.warn({ err, send_id: hit.send_id }, 'an unsubscribe was refused');
    return isStored;
  }
}
