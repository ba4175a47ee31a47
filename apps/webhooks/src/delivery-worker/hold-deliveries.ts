import type { DeliveryWork } from '../deliveries/index.ts';
import type { EndpointDirectory } from '../endpoints/index.ts';
import type { Holds } from './ports.ts';

export interface HoldPorts {
  readonly endpoints: Pick<EndpointDirectory, 'confirmPaused'>;
  readonly work: Pick<DeliveryWork, 'hold' | 'holdDue' | 'release'>;
  /** Runs `fn` in a transaction; runs it again after a conflict. */
  readonly transaction: (fn: () => Promise<void>) => Promise<void>;
}

/**
 * Holds deliveries in a transaction that confirms that the endpoint is still paused. An activation at the same time
 * conflicts with it: it releases the held deliveries, or it comes first and nothing is held.
 */
export function createHolds({ endpoints, work, transaction }: HoldPorts): Holds {
  return {
    hold: async (job) =>
      transaction(async () => {
        const paused = await endpoints.confirmPaused([job.endpoint_id]);
        await (paused.has(job.endpoint_id) ? work.hold(job) : work.release([job]));
      }),
    holdDue: async (endpointId, deliveryIds) =>
      transaction(async () => {
        const paused = await endpoints.confirmPaused([endpointId]);
        if (paused.has(endpointId)) await work.holdDue(deliveryIds);
      }),
  };
}
