import { z } from 'zod';
import type { DemoMail } from './demo-mail/index.ts';
import { callRest } from './rest-client.ts';

const CONTACTS = [
  { email: 'grace@example.com', first_name: 'Grace', title: 'Head of Engineering', tags: ['demo'] },
  { email: 'alan@example.com', first_name: 'Alan', title: 'Founder', tags: ['demo'] },
];

const STEPS = [
  {
    subject: '{{ "Hello|Good morning" | spin }} {{ contact.first_name }}',
    body_html:
      '<p>Hello {{ contact.first_name }},</p><p>this is the first email of the demo campaign. <a href="LINK">The API reference</a> shows what else there is.</p>',
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
  /** The ports of the mail servers. */
  mail: z.object({ smtp: z.int(), imap: z.int(), web: z.int() }),
});
export type DemoCampaign = z.output<typeof demoCampaignSchema>;

export interface DemoApi {
  readonly baseUrl: string;
  readonly token: string;
}

/** Creates contacts, a sequence, a sending account on the mail servers, and a draft campaign. */
export async function createDemoCampaign(api: DemoApi, mail: DemoMail): Promise<DemoCampaign> {
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
  const sequenceId = await create('sequences', { name: 'Demo sequence', steps: stepsOf(api.baseUrl) });
  const accountId = await create('sending-accounts', {
    email: 'demo@outreach.example',
    from_name: 'Outreach Demo',
    provider: 'smtp',
    ...serversOf(mail),
    min_gap_seconds: 0,
    max_gap_seconds: 0,
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
  return { account_id: accountId, campaign_id: campaignId, mail: mail.ports };
}

/** Points the sending account to the ports on which the mail servers listen now. */
export async function moveDemoAccount(
  api: DemoApi,
  demo: DemoCampaign,
  mail: DemoMail,
): Promise<DemoCampaign> {
  const { smtp, imap } = demo.mail;
  if (smtp === mail.ports.smtp && imap === mail.ports.imap) return demo;
  await callRest(api.baseUrl, {
    method: 'PATCH',
    path: `/api/v1/sending-accounts/${demo.account_id}/`,
    token: api.token,
    body: serversOf(mail),
    answer: z.unknown(),
  });
  return { ...demo, mail: mail.ports };
}

/** The link leads to a page of this stack, so that a click needs no other server. */
function stepsOf(baseUrl: string): object[] {
  return STEPS.map((step) => ({ ...step, body_html: step.body_html.replace('LINK', `${baseUrl}/docs`) }));
}

function serversOf({ host, ports }: DemoMail): object {
  const server = { host, security: 'none' };
  return {
    smtp: { ...server, port: ports.smtp },
    imap: { ...server, port: ports.imap, username: 'demo', password: 'demo' },
  };
}
