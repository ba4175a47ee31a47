import type { StackConnection } from '@outreach/dev';
import { newId } from '@outreach/service-kit';
import { MongoClient } from 'mongodb';

const MINUTE_MS = 60_000;

interface Owner {
  readonly stack: Pick<StackConnection, 'mongodbUri'>;
  readonly workspaceId: string;
}

/** Open threads without messages, newest first: `Subject 0`, `Subject 1`. Replies would have to be sent one by one. */
export async function insertThreads({ stack, workspaceId }: Owner, count: number): Promise<void> {
  const newest = Date.now();
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(newest - index * MINUTE_MS);
    return {
      _id: newId('thr'),
      workspace_id: workspaceId,
      campaign_id: newId('cmp'),
      enrollment_id: newId('enr'),
      contact_id: newId('ct'),
      contact_email: `person${index}@example.com`,
      first_name: 'Person',
      last_name: `Number ${index}`,
      sending_account_id: newId('acc'),
      subject: `Subject ${index}`,
      intent: 'question',
      intent_source: 'auto',
      intent_message_id: newId('msg'),
      status: 'open',
      unread: false,
      snippet: 'Could you send me the details?',
      message_count: 0,
      last_message_at: at,
      created_at: at,
      version: 1,
      tokens: [],
    };
  });
  const client = await MongoClient.connect(stack.mongodbUri);
  try {
    await client.db('outreach_campaigns').collection<{ _id: string }>('inbox_threads').insertMany(rows);
  } finally {
    await client.close();
  }
}
