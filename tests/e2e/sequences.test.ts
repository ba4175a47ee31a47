import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);
const client = new MongoClient(running.stack.mongodbUri);

beforeAll(async () => {
  await client.connect();
});
afterAll(async () => client.close());

const call = async (method: string, route: string, body?: object) =>
  running.call(method, `/api/v1/${route}`, body === undefined ? {} : { body });

const STEPS = [
  {
    subject: '{{ "Hi|Hello" | spin }} {{ contact.first_name }}',
    body_html: '<p>{{ company.domain }} on {{ custom_fields.sequence_plan }}</p>',
    variants: [
      { weight: 100, subject: 'Variant for {{ contact.first_name }}' },
      { weight: 40, is_active: false },
    ],
  },
  { delay_value: 3, body_html: '<p>{{ contact.first_name }} or {{ contact.first_name | raw }}</p>' },
];

async function create(body: object = {}) {
  const created = await call('POST', 'sequences/', { name: 'Intro', steps: STEPS, ...body });
  expect(created.status).toBe(201);
  return created.body;
}

/** Stores a campaign in a status that requests reach only in several steps. */
async function use({ id, workspace_id }: { id: string; workspace_id: string }, status: string) {
  const campaign: object = { _id: newId('cmp'), workspace_id, sequence_id: id, status };
  await client.db('outreach_campaigns').collection('campaigns').insertOne(campaign);
}

describe('sequences', () => {
  it('are created, read, listed, changed, cloned and deleted', async () => {
    const created = await create({ description: '' });
    expect(created).toMatchObject({ status: 'draft', version: 1, description: null });
    expect(created.steps).toMatchObject([
      {
        step_number: 1,
        delay_value: 0,
        thread_mode: 'new',
        variants: [{ label: 'A' }, { label: 'B', weight: 40 }],
      },
      {
        step_number: 2,
        delay_value: 3,
        delay_unit: 'days',
        thread_mode: 'reply',
        subject: null,
        body_text: null,
      },
    ]);
    const path = `sequences/${created.id}/`;
    expect((await call('GET', path)).body).toEqual(created);
    const list = await call('GET', 'sequences/?page_size=500');
    expect(list.body.data).toContainEqual(created);
    const named = await create({ name: 'Prémière Rencontre' });
    const found = await call('GET', 'sequences/?search=renc%20PREM&page_size=1');
    expect([found.status, found.body]).toEqual([
      200,
      { data: [named], meta: { next_cursor: null, has_more: false } },
    ]);
    const twice = await call('GET', 'sequences/?search=a&search=b');
    expect([twice.status, twice.body.error.field]).toEqual([400, 'search']);
    const changed = await call('PATCH', path, { name: 'Second', status: 'archived' });
    expect(changed.body).toMatchObject({ name: 'Second', status: 'archived', version: 1 });
    const clone = await call('POST', `${path}clone/`);
    expect([clone.status, clone.body.name, clone.body.status]).toEqual([201, 'Second (Copy)', 'draft']);
    const replaced = await call('PUT', `${path}steps/`, { steps: created.steps.slice(0, 1) });
    expect(replaced.body).toMatchObject({ version: 2, steps: [{ id: created.steps[0].id }] });
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
  });

  it('are created once for an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': newId('seq') };
    const request = { body: { name: 'Once', steps: STEPS }, headers };
    const first = await running.call('POST', '/api/v1/sequences/', request);
    const second = await running.call('POST', '/api/v1/sequences/', request);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
  });

  it.each([
    ['a name that is missing', { name: undefined }, 'name'],
    ['a subject that does not parse', { steps: [STEPS[0], { subject: '{{ nope' }] }, 'steps[1].subject'],
    [
      'a variant that does not parse',
      { steps: [{ subject: 'x', variants: [{ weight: 60 }, { weight: 40, body_html: '{% if %}' }] }] },
      'steps[0].variants[1].body_html',
    ],
    [
      'weights that do not sum to 100',
      { steps: [{ subject: 'x', variants: [{ weight: 60 }] }] },
      'steps[0].variants',
    ],
    ['a long delay', { steps: [STEPS[0], { delay_value: 1_001 }] }, 'steps[1].delay_value'],
    ['steps that are null', { steps: null }, 'steps'],
    ['a status that does not exist', { status: 'paused' }, 'status'],
  ])('are refused with 400 for %s', async (_name, changes, field) => {
    const { status, body } = await call('POST', 'sequences/', { name: 'Intro', steps: STEPS, ...changes });
    expect([status, body.error.code, body.error.field]).toEqual([400, 'validation_error', field]);
  });

  it('keep their steps while a campaign is active, and exist while a campaign is open', async () => {
    const created = await create();
    await use(created, 'active');
    const path = `sequences/${created.id}/`;
    const edited = created.steps.map((one: object) => ({ ...one, subject: 'Edited' }));
    expect((await call('PUT', `${path}steps/`, { steps: edited })).body).toMatchObject({
      version: 2,
      steps: edited,
    });
    const reordered = await call('PUT', `${path}steps/`, { steps: edited.toReversed() });
    expect([reordered.status, reordered.body.error.reason]).toEqual([409, 'sequence_in_use']);
    const deleted = await call('DELETE', path);
    expect([deleted.status, deleted.body.error.code, deleted.body.error.reason]).toEqual([
      409,
      'conflict',
      'in_use',
    ]);
  });
});

describe('POST /sequences/{id}/preview/', () => {
  it('renders a step for a contact, with the fallback values of custom fields', async () => {
    const field = { name: 'sequence_plan', field_type: 'string', fallback_value: 'free' };
    expect((await call('POST', 'custom-fields/', field)).status).toBe(201);
    const contact = { email: 'preview@example.com', first_name: '<Maria>', company_domain: 'example.com' };
    const { id: contact_id } = (await call('POST', 'contacts/', contact)).body;
    const { id, steps } = await create();
    const preview = async (body: object) => call('POST', `sequences/${id}/preview/`, { contact_id, ...body });
    expect((await preview({ step_number: 1 })).body).toEqual({
      subject: 'Variant for <Maria>',
      body_html: '<p>example.com on free</p>',
      body_text: 'example.com on free',
    });
    const [, inactive] = steps[0].variants;
    const own = await preview({ step_number: 1, variant_id: inactive.id });
    expect(own.body.subject).toMatch(/^(Hi|Hello) <Maria>$/);
    expect((await preview({ step_number: 2 })).body).toMatchObject({
      subject: 'Re: Variant for <Maria>',
      body_html: '<p>&lt;Maria&gt; or <Maria></p>',
    });
    for (const [wrong, name] of [
      [{ step_number: 3 }, 'step_number'],
      [{ step_number: 1, variant_id: 'var_x' }, 'variant_id'],
      [{ step_number: 1, contact_id: newId('ct') }, 'contact_id'],
    ] as const) {
      const { status, body } = await preview(wrong);
      expect([status, body.error.field]).toEqual([400, name]);
    }
    const test = { step_number: 1, contact_id, sending_account_id: newId('acc'), to: 'me@example.com' };
    const refused = await call('POST', `sequences/${id}/test-send/`, test);
    expect([refused.status, refused.body.error.field]).toEqual([400, 'sending_account_id']);
  });
});
