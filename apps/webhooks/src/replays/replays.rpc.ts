import { NOTHING } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import type { WebhooksMethods } from '../methods/index.ts';
import { cancelReplay, createReplay, getReplay } from './manage-replays.ts';
import type { ReplayPorts } from './ports.ts';

const READ = ['webhooks:read'] as const;
const WRITE = ['webhooks:write'] as const;

export function replayMethods(ports: ReplayPorts): WebhooksMethods {
  return {
    createReplay: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, request) => {
        const { id: replay_id, status, matched_events } = await createReplay(ports, ctx, request);
        return { replay_id, status, matched_events };
      },
    },
    getReplay: {
      scope: READ,
      query: async (_ctx, ref) => ({ replay: withoutNull(await getReplay(ports, ref)) }),
    },
    cancelReplay: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, ref) => ({ replay: withoutNull(await cancelReplay(ports, ref)) }),
    },
  };
}
