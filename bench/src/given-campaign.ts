import { callRest, type Stack } from '@outreach/dev';
import { z } from 'zod';

const UNUSED_PORT = 2_525;
const ACCOUNT_DAILY_MAX = 10_000;
/** The highest limit of a campaign. */
export const CAMPAIGN_DAILY_MAX = 100_000;

const Created = z.looseObject({ id: z.string() });
const Sequence = z.looseObject({
  id: z.string(),
  steps: z.array(z.looseObject({ id: z.string() })),
});

/** About as long as a usual first email, with a link. */
const STEP = {
  subject: 'A question about {{ contact.company_name }}, {{ contact.first_name }}',
  body_html: `<p>Hello {{ contact.first_name }},</p>
<p>I saw that {{ contact.company_name }} is growing, and that you lead its work as {{ contact.title }}. Teams of your size
often spend a day each week on lists that are out of date as soon as they are finished.</p>
<p>We have written down how five of them got rid of that: <a href="https://outreach.example/guide">the guide</a> takes ten
minutes to read. Would it help you if I sent the part about {{ contact.city }}?</p>
<p>Best regards<br>Anna Sender<br>Outreach Example, Bern</p>`,
};

export interface CampaignOptions {
  readonly key: string;
  readonly accountCount: number;
  /** The port of the mail server on this machine; one that nothing listens on by default. */
  readonly smtpPort?: number;
  readonly dailyLimit?: number;
  /** 1 by default. */
  readonly stepCount?: number;
}

export interface GivenCampaign {
  readonly id: string;
  readonly sequenceId: string;
  readonly stepIds: readonly string[];
}

/** Creates a draft campaign that may send at any time, as fast as its accounts can. */
export async function givenCampaign(
  stack: Stack,
  {
    key,
    accountCount,
    smtpPort = UNUSED_PORT,
    dailyLimit = CAMPAIGN_DAILY_MAX,
    stepCount = 1,
  }: CampaignOptions,
): Promise<GivenCampaign> {
  const steps = Array.from({ length: stepCount }, () => STEP);
  const sequence = Sequence.parse(
    await post(stack, { key, path: 'sequences/', body: { name: 'Bench', steps } }),
  );
  const accounts: string[] = [];
  while (accounts.length < accountCount)
    accounts.push(
      await createRecord(stack, {
        key,
        path: 'sending-accounts/',
        body: {
          email: `sender${accounts.length}@outreach.example`,
          from_name: 'Anna Sender',
          provider: 'smtp',
          smtp: { host: '127.0.0.1', port: smtpPort, security: 'none' },
          daily_limit: ACCOUNT_DAILY_MAX,
          min_gap_seconds: 0,
          max_gap_seconds: 0,
        },
      }),
    );
  const id = await createRecord(stack, {
    key,
    path: 'campaigns/',
    body: {
      name: 'Bench',
      campaign_type: 'nurture',
      sequence_id: sequence.id,
      sending_account_ids: accounts,
      daily_send_limit: dailyLimit,
      send_window_start: 0,
      send_window_end: 24,
      send_days: [1, 2, 3, 4, 5, 6, 7],
    },
  });
  return { id, sequenceId: sequence.id, stepIds: sequence.steps.map((step) => step.id) };
}

export interface Post {
  readonly key: string;
  /** Below `/api/v1/`. */
  readonly path: string;
  readonly body?: object;
}

export async function post({ baseUrl }: Stack, { key, path, body }: Post): Promise<unknown> {
  const answer = z.unknown();
  return callRest(baseUrl, { method: 'POST', path: `/api/v1/${path}`, token: key, body, answer });
}

/** Creates a record and returns its id. */
export async function createRecord(stack: Stack, request: Post): Promise<string> {
  return Created.parse(await post(stack, request)).id;
}
