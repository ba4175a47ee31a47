import type { WebhooksServiceService } from '@outreach/contracts-webhooks';
import type { Replay as ReplayMessage } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import { NOTHING, type MethodsOf } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import { cancelReplay, createReplay, getReplay } from './manage-replays.ts';
import type { ReplayPorts } from './ports.ts';
import type { ReplayView } from './replay.ts';

const READ = ['webhooks:read'] as const;
const WRITE = ['webhooks:write'] as const;

export type ReplayMethods = MethodsOf<
  typeof WebhooksServiceService,
  'createReplay' | 'getReplay' | 'cancelReplay'
>;

export function replayMethods(ports: ReplayPorts): ReplayMethods {
  return {
    createReplay: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { endpoint_id: endpointId, event_types: eventTypes, from, to }) => {
        const input = { endpointId, eventTypes, from, to };
        const { id: replay_id, status, matched_events } = await createReplay(ports, ctx, input);
        return { replay_id, status, matched_events };
      },
    },
    getReplay: {
      scope: READ,
      query: async (_ctx, { endpoint_id: endpointId, replay_id: replayId }) => ({
        replay: toMessage(await getReplay(ports, { endpointId, replayId })),
      }),
    },
    cancelReplay: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { endpoint_id: endpointId, replay_id: replayId }) => ({
        replay: toMessage(await cancelReplay(ports, { endpointId, replayId })),
      }),
    },
  };
}

function toMessage(replay: ReplayView): ReplayMessage {
  return withoutNull(replay);
}
