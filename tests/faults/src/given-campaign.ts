import { request } from './client.ts';

/** No mail server listens here. */
const NO_SERVER_PORT = 2_525;
const STEPS = [{ subject: 'Hello {{ contact.first_name }}', body_html: '<p>Hello</p>' }];

export interface CampaignOwner {
  readonly baseUrl: string;
  readonly key: string;
}

export interface GivenCampaign {
  /** The port of the mail server of all accounts; without one the campaign sends no email. */
  readonly smtpPort?: number;
  readonly accountCount?: number;
  /** Further settings of each account. */
  readonly account?: object;
  readonly steps?: readonly object[];
  /** Further settings of the campaign. */
  readonly campaign?: object;
}

/** Creates a sequence, sending accounts and a draft campaign for all contacts. Returns the id of the campaign. */
export async function givenCampaign(
  { baseUrl, key }: CampaignOwner,
  { smtpPort: port = NO_SERVER_PORT, accountCount = 1, account, steps = STEPS, campaign }: GivenCampaign = {},
): Promise<string> {
  const create = async (resource: string, body: object): Promise<string> => {
    const answer = await request(baseUrl, { route: `/api/v1/${resource}/`, method: 'POST', key, body });
    if (answer.status !== 201)
      throw new Error(`${resource}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const sequence = await create('sequences', { name: 'Introduction', steps });
  const smtp = { host: '127.0.0.1', port, security: 'none' };
  const accounts: string[] = [];
  for (let number = 1; number <= accountCount; number += 1) {
    const email = `sender${number}@outreach.example`;
    accounts.push(await create('sending-accounts', { email, provider: 'smtp', smtp, ...account }));
  }
  return create('campaigns', {
    name: 'Everyone',
    campaign_type: 'nurture',
    sequence_id: sequence,
    sending_account_ids: accounts,
    ...campaign,
  });
}
