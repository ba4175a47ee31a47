import { fromPage, toKnownValues, toMeta } from '@outreach/app-kit';
import type { ListThreadsRequest } from '@outreach/contracts-campaigns/gen/inbox.ts';
import { THREAD_STATUSES } from '@outreach/contracts-campaigns/inbox';
import { REPLY_INTENTS } from '@outreach/contracts-campaigns/records';
import { READ, WRITE, type CampaignsMethods } from '../methods/index.ts';
import type { ThreadFilter, ThreadPorts } from './ports.ts';
import { readThread } from './read-thread.ts';
import { toMessage, toThreadMessage } from './thread-messages.rpc.ts';
import { updateThread } from './update-thread.ts';

export function threadMethods(ports: ThreadPorts): CampaignsMethods {
  return { ...readMethods(ports), ...writeMethods(ports) };
}

function readMethods(ports: ThreadPorts): CampaignsMethods {
  const { threads } = ports;
  return {
    listThreads: {
      scope: READ,
      query: async (_ctx, request) => {
        const list = await threads.list(fromPage(request.page), toFilter(request));
        return { threads: list.items.map(toThreadMessage), meta: toMeta(list) };
      },
    },
    getThread: {
      scope: READ,
      query: async (_ctx, { id }) => {
        const { thread, messages } = await readThread(ports, id);
        return { thread: toThreadMessage(thread), messages: messages.map(toMessage) };
      },
    },
    getInboxSummary: {
      scope: READ,
      query: async () => {
        const { byIntent, ...counts } = await threads.counts();
        const intents = Object.entries(byIntent).map(([intent, number]) => ({ intent, threads: number }));
        return { ...counts, by_intent: intents };
      },
    },
  };
}

function writeMethods(ports: ThreadPorts): CampaignsMethods {
  return {
    updateThread: {
      scope: WRITE,
      about: ({ thread }) => (thread === undefined ? [] : [thread.contact_id]),
      command: async (_ctx, { id, status, unread, intent }) => ({
        thread: toThreadMessage(
          await updateThread(ports, id, {
            status: toKnownValues('status', THREAD_STATUSES, listOf(status))[0],
            unread,
            intent: toKnownValues('intent', REPLY_INTENTS, listOf(intent))[0],
          }),
        ),
      }),
    },
  };
}

function listOf(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value];
}

function toFilter(request: ListThreadsRequest): ThreadFilter {
  const { intents, campaign_id, sending_account_id, contact_id, unread, search } = request;
  const [status] = toKnownValues('status', THREAD_STATUSES, listOf(request.status));
  return {
    intents: toKnownValues('intents', REPLY_INTENTS, intents),
    search: search ?? '',
    ...(status !== undefined && { status }),
    ...(campaign_id !== undefined && { campaignId: campaign_id }),
    ...(sending_account_id !== undefined && { accountId: sending_account_id }),
    ...(contact_id !== undefined && { contactId: contact_id }),
    ...(unread !== undefined && { unread }),
  };
}
