import type { Clock } from '@outreach/service-kit';
import { NOTHING } from '@outreach/service-kit/rpc';
import type { OutcomeRecorder } from '../outcomes/index.ts';
import type { CampaignsMethods } from '../methods/index.ts';

export interface UnsubscribePorts {
  readonly recorder: OutcomeRecorder;
  readonly clock: Clock;
}

export function trackingMethods({ recorder, clock }: UnsubscribePorts): CampaignsMethods {
  return {
    unsubscribe: {
      scope: { service: 'gateway' },
      about: NOTHING,
      command: async (_ctx, { send_id: sendId, enrollment_id: enrollmentId }) => {
        const at = new Date(clock.now());
        const found = enrollmentId === undefined ? {} : { enrollmentId };
        await recorder.record([{ kind: 'unsubscribed', sendId, at, ...found }]);
        return {};
      },
    },
  };
}
