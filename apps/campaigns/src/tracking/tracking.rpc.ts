import type { Clock } from '@outreach/service-kit';
import { NOTHING } from '@outreach/service-kit/rpc';
import type { OutcomeRecorder } from '../outcomes/index.ts';
import type { CampaignsMethods } from '../methods/index.ts';

export function trackingMethods(recorder: OutcomeRecorder, clock: Clock): CampaignsMethods {
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
