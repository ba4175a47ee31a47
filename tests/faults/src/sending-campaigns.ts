import { expect } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { postUntilAnswered, request, type Answer } from './client.ts';
import type { FaultStack } from './fault-stack.ts';
import { givenCampaign } from './given-campaign.ts';

const BULK_MAX = 1_000;
const DAILY_MAX = 10_000;
const CAMPAIGN_DAILY_MAX = 100_000;
const STEPS = [
  { subject: 'Hello {{ contact.first_name }}', body_html: '<p>Hello {{ contact.first_name }}</p>' },
  { thread_mode: 'reply', delay_value: 0, body_html: '<p>Did you see my first email?</p>' },
];

/** Emails per contact. */
export const STEP_COUNT = STEPS.length;

/** The campaign of a workspace with its contacts, ready to be launched. */
export interface SendingCampaign {
  readonly id: string;
  readonly contactCount: number;
  /** The campaign, or a part of it, such as `audit/`. */
  read(part?: string): Promise<Answer>;
  /** Retries the command until it gets a final response. */
  command(action: 'launch' | 'pause' | 'resume'): Promise<Answer>;
}

export interface SendingCampaignOptions {
  readonly key: string;
  readonly contactCount: number;
  readonly accountCount: number;
  readonly smtpPort: number;
  /** `native` by default. */
  readonly platform?: string;
  /** Seconds between two emails of an account; 0 by default. */
  readonly gapSeconds?: number;
}

/** A campaign that may send at any time, as fast as its accounts can. */
export async function givenSendingCampaign(
  { stack: { baseUrl } }: FaultStack,
  options: SendingCampaignOptions,
): Promise<SendingCampaign> {
  const { key, contactCount, accountCount, smtpPort, platform = 'native', gapSeconds = 0 } = options;
  for (let start = 0; start < contactCount; start += BULK_MAX) {
    const count = Math.min(BULK_MAX, contactCount - start);
    const contacts = Array.from({ length: count }, (_, index) => ({
      email: `c${start + index}@example.com`,
      first_name: `Jörg ${start + index}`,
    }));
    const route = '/api/v1/contacts/bulk/';
    const { status } = await request(baseUrl, { route, method: 'POST', key, body: { contacts } });
    expect(status).toBe(200);
  }
  const id = await givenCampaign(
    { baseUrl, key },
    {
      smtpPort,
      accountCount,
      account: { daily_limit: DAILY_MAX, min_gap_seconds: gapSeconds, max_gap_seconds: gapSeconds },
      steps: STEPS,
      campaign: {
        platform,
        daily_send_limit: CAMPAIGN_DAILY_MAX,
        send_window_start: 0,
        send_window_end: 24,
        send_days: [1, 2, 3, 4, 5, 6, 7],
      },
    },
  );
  const route = `/api/v1/campaigns/${id}/`;
  let commandCount = 0;
  return {
    id,
    contactCount,
    read: async (part = '') => request(baseUrl, { route: `${route}${part}`, key }),
    command: async (action) => {
      commandCount += 1;
      const idempotencyKey = `${id}-${action}-${commandCount}`;
      return postUntilAnswered(baseUrl, { route: `${route}${action}/`, key, idempotencyKey });
    },
  };
}

/** A stored send. */
export interface SendRow {
  readonly _id: string;
  readonly enrollment_id: string;
  readonly step_number: number;
  readonly status: string;
  readonly message_id: string | null;
  readonly unknown_count?: number;
}

/** All sends of a campaign as they are stored. */
export async function storedSends({ stack }: FaultStack, campaignId: string): Promise<readonly SendRow[]> {
  const client = await MongoClient.connect(stack.mongodbUri);
  try {
    const sends = client.db('outreach_campaigns').collection<SendRow>('sends');
    return await sends.find({ campaign_id: campaignId }).toArray();
  } finally {
    await client.close();
  }
}
