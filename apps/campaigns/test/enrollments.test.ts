import { beforeEach, describe, expect, it } from '@jest/globals';
import { ENROLLMENT_STATUSES } from '@outreach/contracts-campaigns/enrollment';
import { newId, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { enrollmentOf, listedFor, startCampaigns } from './campaigns-harness.ts';

const MINUTE_MS = 60_000;
const FIRST_MS = Date.parse('2026-01-31T09:30:00.000Z');

const campaigns = await sharedByTests(startCampaigns);
let ctx: CallContext;
let contactId = '';

beforeEach(() => {
  ctx = testCall(newId('ws'));
  contactId = newId('ct');
});

/** Enrollments of the contact. Two share a time; each pair is a minute after the previous pair. */
async function enrolled(count: number) {
  const own = Array.from({ length: count }, (_, index) =>
    enrollmentOf(
      { workspaceId: ctx.workspaceId, contactId },
      {
        enrolled_at: new Date(FIRST_MS + Math.floor(index / 2) * MINUTE_MS),
        status: ENROLLMENT_STATUSES[index % ENROLLMENT_STATUSES.length] ?? 'active',
      },
    ),
  );
  const others = [
    enrollmentOf({ workspaceId: ctx.workspaceId, contactId: newId('ct') }),
    enrollmentOf({ workspaceId: newId('ws'), contactId }),
  ];
  await campaigns.enroll(...own, ...others);
  return own;
}

/** Ids of all pages of this size. */
async function walk(size: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ;) {
    const { enrollments, meta } = await campaigns.client.listContactEnrollments(
      ctx,
      listedFor(contactId, { size, cursor }),
    );
    ids.push(...enrollments.map(({ id }) => id));
    if (meta?.next_cursor === undefined) return ids;
    cursor = meta.next_cursor;
  }
}

describe('ListContactEnrollments', () => {
  it('returns pages, newest first, of this contact in this workspace only', async () => {
    const own = await enrolled(9);
    const newestFirst = own.toSorted(
      (a, b) => b.enrolled_at.getTime() - a.enrolled_at.getTime() || (a.id < b.id ? 1 : -1),
    );
    expect(await walk(2)).toEqual(newestFirst.map(({ id }) => id));
    expect(await walk(500)).toHaveLength(9);
  });

  it('returns every stored field, without fields that are null', async () => {
    const at = new Date(FIRST_MS + MINUTE_MS);
    const whole = enrollmentOf(
      { workspaceId: ctx.workspaceId, contactId },
      {
        status: 'stopped',
        stop_reason: 'replied',
        current_step: 2,
        next_step: null,
        last_sent_at: at,
        sending_account_id: newId('acc'),
        sent_count: 2,
        opened: true,
        replied: true,
      },
    );
    await campaigns.enroll(whole);
    const { enrollments } = await campaigns.client.listContactEnrollments(ctx, listedFor(contactId));
    const unset = { next_step: undefined, next_send_at: undefined, completed_at: undefined };
    const {
      version,
      contact_version,
      stopped_by_event_at,
      keeps_queued,
      address_key,
      due_at,
      time_zone,
      mail_provider,
      thread_id,
      ...expected
    } = {
      ...whole,
      ...unset,
    };
    expect(enrollments).toEqual([expected]);
  });

  it('filters by status and refuses a cursor of another filter', async () => {
    const own = await enrolled(10);
    const request = listedFor(contactId, { statuses: ['active', 'stopped'], size: 3 });
    const { enrollments, meta } = await campaigns.client.listContactEnrollments(ctx, request);
    const expected = own.filter(({ status }) => status === 'active' || status === 'stopped');
    expect(expected).toHaveLength(4);
    expect(enrollments.every(({ id }) => expected.some((one) => one.id === id))).toBe(true);
    const cursor = meta?.next_cursor ?? '';
    const rest = await campaigns.client.listContactEnrollments(ctx, {
      ...request,
      page: { page_size: 3, cursor },
    });
    expect([enrollments.length, rest.enrollments.length]).toEqual([3, 1]);
    await expect(
      campaigns.client.listContactEnrollments(ctx, listedFor(contactId, { statuses: ['active'], cursor })),
    ).rejects.toMatchObject({ kind: 'invalid_argument', field: 'cursor' });
  });

  it('returns invalid_argument for an unknown status', async () => {
    await expect(
      campaigns.client.listContactEnrollments(ctx, listedFor(contactId, { statuses: ['unknown'] })),
    ).rejects.toMatchObject({ kind: 'invalid_argument', field: 'status' });
  });

  it('reads an index in its order, also with a filter by status', async () => {
    await enrolled(40);
    const page = { workspace_id: ctx.workspaceId, contact_id: contactId };
    for (const filter of [page, { ...page, status: { $in: ['active'] } }]) {
      const plan = await campaigns.database
        .collection('enrollments')
        .find(filter)
        .sort({ enrolled_at: -1, _id: -1 })
        .limit(51)
        .explain('executionStats');
      const text = JSON.stringify(plan['queryPlanner'].winningPlan);
      expect(text).toContain('"indexName":"of_contact"');
      expect(text).not.toContain('"stage":"SORT"');
      const { nReturned, totalDocsExamined } = plan['executionStats'];
      expect(totalDocsExamined).toBe(nReturned);
    }
  });

  it('has at most one enrollment per campaign and contact', async () => {
    const [one] = await enrolled(1);
    const again = { ...one, id: newId('enr') };
    await expect(campaigns.database.collection('enrollments').insertOne({ ...again })).rejects.toMatchObject({
      code: 11_000,
    });
  });
});
