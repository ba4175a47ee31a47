import { z } from 'zod';
import type { DemoMailSink } from './demo-mail-sink.ts';
import { callRest } from './rest-client.ts';

const CONTACTS = [
  { email: 'grace@example.com', first_name: 'Grace', title: 'Head of Engineering', tags: ['demo'] },
  { email: 'alan@example.com', first_name: 'Alan', title: 'Founder', tags: ['demo'] },
];

const STEPS = [
  {
    subject: '{{ "Hello|Good morning" | spin }} {{ contact.first_name }}',
    body_html: '<p>Hello {{ contact.first_name }},</p><p>this is the first email of the demo campaign.</p>',
  },
  {
    delay_value: 3,
    delay_unit: 'days',
    thread_mode: 'reply',
    body_html: '<p>Hello {{ contact.first_name }}, did you see my first email?</p>',
  },
];

const Created = z.object({ id: z.string() });

export const demoCampaignSchema = z.object({
  account_id: z.string(),
  campaign_id: z.string(),
  mail_port: z.number().int(),
});
export type DemoCampaign = z.output<typeof demoCampaignSchema>;

export interface DemoApi {
  readonly baseUrl: string;
  readonly token: string;
}

/** Creates contacts, a sequence, a sending account on the mail sink, and a draft campaign. */
export async function createDemoCampaign(api: DemoApi, sink: DemoMailSink): Promise<DemoCampaign> {
  const create = async (path: string, body: object): Promise<string> =>
    (
      await callRest(api.baseUrl, {
        method: 'POST',
        path: `/api/v1/${path}/`,
        token: api.token,
        body,
        answer: Created,
      })
    ).id;
  for (const contact of CONTACTS) await create('contacts', contact);
  const sequenceId = await create('sequences', { name: 'Demo sequence', steps: STEPS });
  const accountId = await create('sending-accounts', {
    email: 'demo@outreach.example',
    from_name: 'Outreach Demo',
    provider: 'smtp',
    smtp: { host: sink.host, port: sink.port, security: 'none' },
  });
  const campaignId = await create('campaigns', {
    name: 'Demo campaign',
    campaign_type: 'cold_outreach',
    sequence_id: sequenceId,
    sending_account_ids: [accountId],
    send_window_start: 0,
    send_window_end: 24,
    send_days: [1, 2, 3, 4, 5, 6, 7],
  });
  return { account_id: accountId, campaign_id: campaignId, mail_port: sink.port };
}

/** Points the sending account to the port that the mail sink listens on now. */
export async function moveDemoAccount(
  api: DemoApi,
  demo: DemoCampaign,
  sink: DemoMailSink,
): Promise<DemoCampaign> {
  if (demo.mail_port === sink.port) return demo;
  await callRest(api.baseUrl, {
    method: 'PATCH',
    path: `/api/v1/sending-accounts/${demo.account_id}/`,
    token: api.token,
    body: { smtp: { port: sink.port } },
    answer: z.unknown(),
  });
  return { ...demo, mail_port: sink.port };
}
