import { campaignsService } from '@outreach/app-campaigns';
import { createLogger, currentCall, newId, type CallContext } from '@outreach/service-kit';
import { MongoClient, type Db } from 'mongodb';
import type { FaultStack } from './fault-stack.ts';
import type { SendRow } from './sending-campaigns.ts';

const DATABASE = 'outreach_campaigns';

/** The part of the campaigns service that stores answers. */
interface Replies {
  prepare(ctx: CallContext, input: object): Promise<unknown>;
  commit(plan: unknown): Promise<unknown>;
}

/** Stores answers as the campaigns service does, in this process: a kill of a worker does not stop it. */
export interface Answerer {
  /** A thread for each enrollment of the campaign. Returns the ids of the threads. */
  openThreads(campaignId: string): Promise<readonly string[]>;
  answer(threadId: string): Promise<void>;
  /** The stored answers of the workspace. */
  sends(): Promise<readonly SendRow[]>;
  messageStates(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export async function startAnswerer({ stack }: FaultStack, workspaceId: string): Promise<Answerer> {
  const config = campaignsService.config.load(stack.environmentOf('campaigns'));
  const logger = createLogger({ name: 'answers', level: 'silent' });
  const { base, features } = campaignsService.build(config, { logger });
  const replies = features.find(({ name }) => name === 'replies') as unknown as Replies;
  await base.mongo.start();
  const client = await MongoClient.connect(stack.mongodbUri);
  const database = client.db(DATABASE);
  return {
    openThreads: async (campaignId) => openThreads(database, campaignId),
    answer: async (threadId) => {
      await base.inWorkspace({ workspaceId }, async () => {
        const ctx = currentCall();
        if (ctx === undefined) throw new Error('An answer is written in a call.');
        const input = {
          threadId,
          bodyText: 'Yes.',
          bodyHtml: '<p>Yes.</p>',
          cc: [],
          despiteUnsubscribe: false,
        };
        const plan = await replies.prepare(ctx, input);
        await base.units.unitOfWork(async () => replies.commit(plan));
      });
    },
    sends: async () =>
      database
        .collection<SendRow>('sends')
        .find({ workspace_id: workspaceId, thread_id: { $exists: true } })
        .toArray(),
    messageStates: async () => {
      const messages = await database
        .collection('inbox_messages')
        .find({ workspace_id: workspaceId })
        .toArray();
      return messages.map(({ status }) => String(status));
    },
    stop: async () => {
      await client.close();
      await base.mongo.stop();
    },
  };
}

async function openThreads(database: Db, campaignId: string): Promise<readonly string[]> {
  const enrollments = await database.collection('enrollments').find({ campaign_id: campaignId }).toArray();
  const at = new Date();
  const threads = enrollments.map((enrollment) => ({
    _id: newId('thr'),
    workspace_id: enrollment['workspace_id'],
    campaign_id: campaignId,
    enrollment_id: enrollment._id,
    contact_id: enrollment['contact_id'],
    contact_email: enrollment['contact_email'],
    first_name: null,
    last_name: null,
    sending_account_id: enrollment['sending_account_id'],
    subject: 'A question',
    intent: 'question',
    intent_source: 'auto',
    intent_message_id: newId('msg'),
    status: 'open',
    unread: true,
    snippet: 'How much is it?',
    message_count: 1,
    last_message_at: at,
    created_at: at,
    version: 1,
    tokens: [],
  }));
  await database.collection<{ _id: string }>('inbox_threads').insertMany(threads);
  return threads.map(({ _id }) => _id);
}
