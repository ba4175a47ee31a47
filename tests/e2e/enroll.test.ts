import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { useSharedStack } from './stack-harness.ts';

const START_MS = 120_000;
const WAIT = { timeoutMs: 30_000, pollMs: 250 };
const VP = { field: 'seniority', op: 'eq', value: 'vp', points: 85 };

jest.setTimeout(START_MS);

const running = await sharedByTests(useSharedStack);
const client = new MongoClient(running.stack.mongodbUri);
const campaigns = client.db('outreach_campaigns');

beforeAll(async () => {
  await client.connect();
});
afterAll(async () => client.close());

const call = async (method: string, route: string, body?: object) =>
  running.call(method, `/api/v1/${route}`, body === undefined ? {} : { body });

async function newContact(fields: object): Promise<{ id: string; workspaceId: string }> {
  const { status, body } = await call('POST', 'contacts/', fields);
  expect(status).toBe(201);
  return { id: body.id, workspaceId: body.workspace_id };
}

/** Stores a sequence of three steps with an active campaign for contacts of tier A. */
async function newSequence(workspaceId: string): Promise<string> {
  const sequenceId = newId('seq');
  const steps = [1, 2, 3].map(() => ({ id: newId('stp') }));
  const sequence: object = { _id: sequenceId, workspace_id: workspaceId, steps };
  const campaign: object = {
    _id: newId('cmp'),
    workspace_id: workspaceId,
    sequence_id: sequenceId,
    status: 'active',
    contact_filter: { segment_ids: [], icp_tier: ['A'], grade: [] },
    allow_risky_contacts: false,
  };
  await campaigns.collection('sequences').insertOne(sequence);
  await campaigns.collection('campaigns').insertOne(campaign);
  return sequenceId;
}

describe('POST /sequences/{id}/enroll/', () => {
  it('enrolls contacts that match the filter of the campaign, and their timelines and enrollments show it', async () => {
    expect((await call('PUT', 'icp-profile/', { rules: [VP] })).status).toBe(200);
    const { id, workspaceId } = await newContact({ email: 'vp@example.com', seniority: 'vp' });
    const other = await newContact({ email: 'other@example.com' });
    const suppressed = await newContact({ email: 'suppressed@example.com', seniority: 'vp' });
    const suppression = { type: 'email', value: 'suppressed@example.com', reason: 'manual' };
    expect((await call('POST', 'suppressions/', suppression)).status).toBe(201);
    const sequenceId = await newSequence(workspaceId);
    const enroll = async (...contact_ids: string[]) =>
      call('POST', `sequences/${sequenceId}/enroll/`, { contact_ids });
    const { status, body } = await enroll(id, other.id, suppressed.id, 'ct_unknown');
    expect([status, body.enrolled_count, body.skipped_count]).toEqual([200, 1, 3]);
    expect(body.results).toEqual([
      { contact_id: id, status: 'enrolled', enrollment_id: expect.stringMatching(/^enr_/) },
      { contact_id: other.id, status: 'filter_mismatch', enrollment_id: null },
      { contact_id: suppressed.id, status: 'suppressed', enrollment_id: null },
      { contact_id: 'ct_unknown', status: 'not_found', enrollment_id: null },
    ]);
    const refused = await enroll(suppressed.id);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'suppressed']);
    const list = await call('GET', `contacts/${id}/enrollments/`);
    expect(list.body.data).toMatchObject([{ status: 'active', source: 'sequence', next_step: 1 }]);
    await eventually(async () => {
      const timeline = await call('GET', `contacts/${id}/events/`);
      expect(timeline.body.data).toMatchObject([{ event_type: 'enrolled' }]);
    }, WAIT);
    expect((await call('DELETE', `contacts/${id}/`)).status).toBe(200);
    await eventually(async () => {
      const { body: after } = await call('GET', `contacts/${id}/enrollments/`);
      expect(after.data).toMatchObject([{ status: 'stopped', stop_reason: 'contact_deleted' }]);
    }, WAIT);
    expect((await enroll(id)).body.results).toMatchObject([{ status: 'not_found' }]);
  });

  it('returns 404 for a sequence of another workspace, and 400 without contacts', async () => {
    const sequenceId = await newSequence(newId('ws'));
    const enroll = async (body: object) => call('POST', `sequences/${sequenceId}/enroll/`, body);
    const unknown = await enroll({ contact_ids: ['ct_1'] });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
    const empty = await enroll({ contact_ids: [] });
    expect([empty.status, empty.body.error.field]).toEqual([400, 'contact_ids']);
  });
});
