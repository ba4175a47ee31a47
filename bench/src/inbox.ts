import { seedCredential } from '@outreach/dev/seed';
import { searchTokens } from '@outreach/values';
import type { Document } from 'mongodb';
import { idOf, insertAll } from './analytics-cases.ts';
import { firstNameOf, lastNameOf } from './generator.ts';
import { post } from './given-campaign.ts';
import { createSend, keysOf, measure, type Case, type Send } from './one-at-a-time.ts';
import { measureRounds } from './rounds.ts';
import type { ProductBench } from './run-bench.ts';

const THREADS = 1_000_000;
const ACCOUNTS = 200;
const CAMPAIGNS = 500;
const NAMES = 8_000;
const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 0, 1);
/** The values of one request are far apart from those of the next. */
const STRIDE = 7_919;
const INTENTS = ['interested', 'question', 'not_now', 'not_interested', 'out_of_office', 'unclassified'];
const TOPICS = ['pricing', 'onboarding', 'security', 'migration', 'reporting', 'hiring', 'logistics'];
const DEPTH_PAGES = 40;
const KEY_COUNT = 40;

export const inbox: ProductBench = {
  name: 'inbox',
  description:
    '--contacts threads of one workspace: lists, filters, search and counts, one request at a time',
  env: { SENDING_CONCURRENCY: '0' },
  contactsDefault: THREADS,
  fillsOnce: true,
  run: async (input) => {
    const { stack, mongodb, contacts: count } = input;
    const { apiKey: key, workspace } = await seedCredential(stack, 'Bench');
    await post(stack, { key, path: 'contacts/', body: { email: 'first@example.com' } });
    const database = mongodb.db('outreach_campaigns');
    await insertAll(database.collection('inbox_threads'), threadsOf(workspace.id, count));
    await insertAll(database.collection('inbox_counts'), countsOf(workspace.id, count));
    const send = createSend(stack, await keysOf(stack, key, KEY_COUNT));
    const cursor = await cursorAtDepth(send);
    await measureRounds(input, async (round) => {
      for (const one of casesOf(cursor)) await measure(round, send, one);
    });
  },
};

function* threadsOf(workspaceId: string, count: number): Generator<Document> {
  for (let index = 0; index < count; index += 1) {
    const at = new Date(START + index * MINUTE_MS);
    const [first_name, last_name] = [firstNameOf(index), lastNameOf((index * STRIDE) % NAMES)];
    const contact_email = `${first_name}.${last_name}.${index}@example.com`.toLowerCase();
    const subject = `About ${TOPICS[index % TOPICS.length] ?? ''} at Example`;
    yield {
      _id: idOf('thr', index),
      workspace_id: workspaceId,
      campaign_id: idOf('cmp', index % CAMPAIGNS),
      enrollment_id: idOf('enr', index),
      contact_id: idOf('ct', index),
      contact_email,
      first_name,
      last_name,
      sending_account_id: idOf('acc', index % ACCOUNTS),
      subject,
      intent: INTENTS[index % INTENTS.length],
      intent_source: 'auto',
      intent_message_id: idOf('msg', index),
      status: index % 3 === 0 ? 'open' : 'closed',
      unread: index % 20 === 0,
      snippet: 'Thank you for your email. Could you send me the details for a team of forty people?',
      message_count: 2,
      last_message_at: at,
      created_at: at,
      version: 1,
      tokens: searchTokens([subject, first_name, last_name, contact_email]),
    };
  }
}

/** The counts of the accounts as the service stores them. */
function* countsOf(workspaceId: string, count: number): Generator<Document> {
  for (let account = 0; account < ACCOUNTS; account += 1)
    yield {
      _id: idOf('acc', account),
      workspace_id: workspaceId,
      counts: {
        open: Math.round(count / 3 / ACCOUNTS),
        closed: Math.round((count * 2) / 3 / ACCOUNTS),
        unread: 1,
      },
    };
}

/** The cursor after 40 pages of 500. */
async function cursorAtDepth(send: Send): Promise<string> {
  let cursor = '';
  for (let page = 0; page < DEPTH_PAGES; page += 1) {
    const path = `/api/v1/inbox/threads/?page_size=500${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const { meta } = JSON.parse(await send({ path })) as { readonly meta: { readonly next_cursor: string } };
    cursor = encodeURIComponent(meta.next_cursor);
  }
  return cursor;
}

function casesOf(cursor: string): readonly Case[] {
  const list = (name: string, query: string | ((index: number) => string)): Case => ({
    name,
    request: (index) => ({
      path: `/api/v1/inbox/threads/?page_size=50&${typeof query === 'string' ? query : query(index)}`,
    }),
  });
  const name = (index: number): string => lastNameOf((index * STRIDE) % NAMES);
  return [
    list('first page', ''),
    list('page after 20,000 threads', `cursor=${cursor}`),
    list('open', 'status=open'),
    list('unread', 'unread=true'),
    list('open, two intents', 'status=open&intent=interested,question'),
    list('one campaign', (index) => `campaign_id=${idOf('cmp', index % CAMPAIGNS)}`),
    list('one account, unread', (index) => `sending_account_id=${idOf('acc', index % ACCOUNTS)}&unread=true`),
    list('search: a last name', (index) => `search=${name(index)}`),
    list('search: first and last name', (index) => `search=${firstNameOf(index)}+${name(index)}`),
    list('search: the beginning of a name', (index) => `search=${name(index).slice(0, 5)}`),
    list('search: two letters', (index) => `search=${name(index).slice(0, 2)}`),
    list('search: a word of each seventh subject', 'search=pricing'),
    list('search: a word of every subject and a name', (index) => `search=example+${name(index)}`),
    list('search: no thread', (index) => `search=zzqx${index}`),
    { name: 'summary', request: () => ({ path: '/api/v1/inbox/summary/' }) },
  ];
}
