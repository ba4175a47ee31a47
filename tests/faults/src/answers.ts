import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { MongoClient, type Db } from 'mongodb';
import { postUntilAnswered } from './client.ts';
import type { FaultStack } from './fault-stack.ts';
import type { SendRow } from './sending-campaigns.ts';

const DATABASE = 'outreach_campaigns';
/** The write limit of a key opens again within a minute. */
const ACCEPTED = { timeoutMs: 90_000, pollMs: 1_000 };

export interface Answerer {
  /** A thread for each enrollment of the campaign. Returns the ids of the threads. */
  openThreads(campaignId: string): Promise<readonly string[]>;
  answer(threadId: string): Promise<void>;
  /** The stored answers of the workspace. */
  sends(): Promise<readonly SendRow[]>;
  messageStates(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export async function startAnswerer(
  { stack }: FaultStack,
  { workspaceId, key }: { readonly workspaceId: string; readonly key: string },
): Promise<Answerer> {
  const client = await MongoClient.connect(stack.mongodbUri);
  const database = client.db(DATABASE);
  return {
    openThreads: async (campaignId) => openThreads(database, campaignId),
    answer: async (threadId) => {
      const route = `/api/v1/inbox/threads/${threadId}/reply/`;
      const body = { body_text: 'Yes.', body_html: '<p>Yes.</p>' };
      const call = { route, key, body, idempotencyKey: newId('answer') };
      await eventually(async () => {
        const { status, text } = await postUntilAnswered(stack.baseUrl, call);
        if (status !== 201) throw new Error(`${String(status)} ${text}`);
      }, ACCEPTED);
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
    stop: async () => client.close(),
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
