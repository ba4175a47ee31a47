import type { ReplyToThreadRequest } from '@outreach/contracts-campaigns/gen/inbox.ts';
import { preparedCommand } from '@outreach/service-kit/rpc';
import { toMessage } from '../threads/index.ts';
import type { CampaignsMethods } from '../methods/index.ts';
import type { ReplyPorts } from './ports.ts';
import { commitReply, prepareReply } from './reply-to-thread.ts';

export function replyMethods(ports: ReplyPorts): CampaignsMethods {
  return {
    replyToThread: preparedCommand({
      scope: ['campaigns:write'],
      about: ({ contact_id: contactId }) => [contactId],
      prepare: async (ctx, request: ReplyToThreadRequest) => prepareReply(ports, ctx, request),
      commit: async (_ctx, plan) => {
        const message = await commitReply(ports, plan);
        return { message: toMessage(message), contact_id: message.contact_id };
      },
    }),
  };
}
