import { request } from './client.ts';

/** No mail server listens here: the tests send no email. */
const SMTP = { host: '127.0.0.1', port: 2_525, security: 'none' };

export interface CampaignOwner {
  readonly baseUrl: string;
  readonly key: string;
}

/** Creates a sequence, a sending account and a draft campaign for all contacts. Returns the id of the campaign. */
export async function givenCampaign({ baseUrl, key }: CampaignOwner): Promise<string> {
  const create = async (resource: string, body: object): Promise<string> => {
    const answer = await request(baseUrl, { route: `/api/v1/${resource}/`, method: 'POST', key, body });
    if (answer.status !== 201)
      throw new Error(`${resource}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const steps = [{ subject: 'Hello {{ contact.first_name }}', body_html: '<p>Hello</p>' }];
  const sequence = await create('sequences', { name: 'Introduction', steps });
  const account = await create('sending-accounts', {
    email: 'sender@outreach.example',
    provider: 'smtp',
    smtp: SMTP,
  });
  return create('campaigns', {
    name: 'Everyone',
    campaign_type: 'nurture',
    sequence_id: sequence,
    sending_account_ids: [account],
  });
}
