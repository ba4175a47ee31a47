import type { DeliveryWork } from '../deliveries/index.ts';
import type { EndpointDirectory } from '../endpoints/index.ts';
import type { Holds } from './ports.ts';

export interface HoldPorts {
  readonly endpoints: Pick<EndpointDirectory, 'confirmPaused'>;
  readonly work: Pick<DeliveryWork, 'hold' | 'holdDue' | 'release'>;
  /** Runs `fn` in a transaction; runs it again after a conflict. */
  readonly transaction: <T>(fn: () => Promise<T>) => Promise<T>;
  /** Called when deliveries stay due, because their endpoint is active again. */
  readonly onDue: () => void;
}

/**
 * Holds deliveries in a transaction that confirms that the endpoint is still paused. An activation at the same time
 * conflicts with it: it releases the held deliveries, or it comes first and nothing is held.
 */
export function createHolds({ endpoints, work, transaction, onDue }: HoldPorts): Holds {
  const confirm = async (endpointId: string, hold: () => Promise<void>, keep: () => Promise<void>) => {
    const isPaused = await transaction(async () => {
      const paused = await endpoints.confirmPaused([endpointId]);
      await (paused.has(endpointId) ? hold() : keep());
      return paused.has(endpointId);
    });
    if (!isPaused) onDue();
  };
  return {
    hold: async (job) =>
      confirm(
        job.endpoint_id,
        async () => work.hold(job),
        async () => work.release([job]),
      ),
    holdDue: async (endpointId, deliveryIds) =>
      confirm(
        endpointId,
        async () => work.holdDue(deliveryIds),
        async () => undefined,
      ),
  };
}
