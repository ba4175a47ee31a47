import { expect, describe, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const WAIT = { timeoutMs: 30_000, pollMs: 250 };
const running = await sharedByTests(useSharedStack);

const call = async (method: string, route: string, body?: object) =>
  running.call(method, `/api/v1/${route}`, body === undefined ? {} : { body });

async function create(resource: string, body: object): Promise<string> {
  const created = await call('POST', `${resource}/`, body);
  expect([created.status, created.body.error]).toEqual([201, undefined]);
  return created.body.id;
}

let count = 0;

/** A sequence, a sending account, two tagged contacts and a segment of them. */
async function given() {
  count += 1;
  const tag = `campaign-${count}`;
  const contacts = [
    await create('contacts', { email: `first-${count}@campaigns.example`, first_name: 'Ada', tags: [tag] }),
    await create('contacts', { email: `second-${count}@campaigns.example`, tags: [tag] }),
  ];
  const segment = await create('segments', {
    name: tag,
    filters: [{ field: 'has_tag', op: 'eq', value: tag }],
  });
  const steps = [{ subject: 'Hello {{ contact.first_name }}', body_html: '<p>Hello</p>' }];
  const sequence = await create('sequences', { name: tag, steps });
  const account = await create('sending-accounts', {
    email: `${tag}@outreach.example`,
    provider: 'smtp',
    smtp: { host: '127.0.0.1', port: 2_525, security: 'none' },
  });
  return { contacts, segment, sequence, account };
}

const campaignFor = ({ segment, sequence, account }: Awaited<ReturnType<typeof given>>) => ({
  name: 'Founders',
  campaign_type: 'cold_outreach',
  sequence_id: sequence,
  sending_account_ids: [account],
  contact_filter: { segment_ids: [segment] },
});

const countsOf = async (id: string) => (await call('GET', `campaigns/${id}/`)).body.enrollment_counts;

describe('a campaign', () => {
  it('enrolls the contacts of its filter at the launch, and searches and timelines show it', async () => {
    const own = await given();
    const [first = ''] = own.contacts;
    const id = await create('campaigns', campaignFor(own));
    expect((await call('GET', `campaigns/${id}/gate/`)).body).toMatchObject({ passed: true });
    const launched = await call('POST', `campaigns/${id}/launch/`);
    expect([launched.status, launched.body.status]).toEqual([200, 'active']);
    await eventually(async () => expect(await countsOf(id)).toMatchObject({ active: 2 }), WAIT);
    const { body: list } = await call('GET', `campaigns/${id}/enrollments/`);
    expect(list.data.map((enrollment: { contact_id: string }) => enrollment.contact_id).toSorted()).toEqual(
      own.contacts.toSorted(),
    );
    await eventually(async () => {
      const { body: timeline } = await call('GET', `contacts/${first}/events/`);
      expect(timeline.data).toMatchObject([{ event_type: 'enrolled', campaign_id: id }]);
      const filters = [{ field: 'in_campaign', op: 'eq', value: id }];
      expect((await call('POST', 'contacts/search/', { filters })).body.meta.total_count).toBe(2);
    }, WAIT);
  });

  it('is paused, resumed, cloned and archived, and releases its segment', async () => {
    const own = await given();
    const id = await create('campaigns', campaignFor(own));
    const operate = async (operation: string) => {
      const { status, body } = await call('POST', `campaigns/${id}/${operation}/`);
      return [status, status === 200 ? body.status : body.error.code];
    };
    expect(await operate('pause')).toEqual([409, 'invalid_transition']);
    expect(await operate('launch')).toEqual([200, 'active']);
    expect(await operate('pause')).toEqual([200, 'paused']);
    expect(await operate('resume')).toEqual([200, 'active']);
    const used = await call('DELETE', `segments/${own.segment}/`);
    expect([used.status, used.body.error.reason]).toEqual([409, 'in_use']);
    expect((await call('POST', `campaigns/${id}/clone/`)).body).toMatchObject({
      name: 'Founders (Copy)',
      status: 'draft',
    });
    expect(await operate('archive')).toEqual([200, 'archived']);
    await eventually(async () => expect(await countsOf(id)).toMatchObject({ active: 0, stopped: 2 }), WAIT);
    const listed = (await call('GET', 'campaigns/?page_size=500')).body.data;
    expect(listed.map((campaign: { id: string }) => campaign.id)).not.toContain(id);
  });

  it('refuses a paused account and a filter without matches, and stops the contacts that are removed', async () => {
    const own = await given();
    const [first = ''] = own.contacts;
    const none = { ...campaignFor(own), contact_filter: { segment_ids: [own.segment], grade: ['A'] } };
    const empty = await call('POST', 'campaigns/', none);
    expect([empty.status, empty.body.error.code]).toEqual([422, 'empty_filter']);
    const id = await create('campaigns', campaignFor(own));
    expect((await call('POST', `sending-accounts/${own.account}/pause/`)).status).toBe(200);
    const inactive = await call('POST', `campaigns/${id}/launch/`);
    expect([inactive.status, inactive.body.error.code]).toEqual([422, 'inactive_inbox']);
    const enrolled = await call('POST', `campaigns/${id}/enroll/`, { contact_ids: [first] });
    expect(enrolled.body).toMatchObject({ enrolled_count: 1, results: [{ status: 'enrolled' }] });
    const removal = { contact_ids: [first], stop_pending_sends: true };
    expect((await call('POST', `campaigns/${id}/remove-contacts/`, removal)).body).toEqual({
      removed_count: 1,
      canceled_sends: 0,
      results: [{ contact_id: first, status: 'removed' }],
    });
    expect(await countsOf(id)).toMatchObject({ pending: 0, stopped: 1 });
  });
});
