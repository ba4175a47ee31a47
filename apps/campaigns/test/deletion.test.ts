import { describe, expect, it } from '@jest/globals';
import { contactDeleted } from '@outreach/contracts-contacts/events';
import { newId } from '@outreach/service-kit';
import { eventLike, eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Enrollment } from '../src/enrollments/enrollment.ts';
import { enrollmentOf, listedFor, startCampaigns } from './campaigns-harness.ts';

const DELETED_AT = new Date('2026-02-01T12:00:00.000Z');
const LATER = new Date('2026-02-01T12:00:00.001Z');

const campaigns = await sharedByTests(startCampaigns);

/** A contact with these enrollments, and the event of its deletion. */
async function enrolled(...changes: readonly Partial<Enrollment>[]) {
  const contact = { workspaceId: newId('ws'), contactId: newId('ct') };
  const enrollments = changes.map((one) => enrollmentOf(contact, one));
  await campaigns.enroll(...enrollments);
  const { workspaceId, contactId } = contact;
  const aggregate = { id: contactId, version: 2 };
  const deletion = eventLike(contactDeleted, { workspaceId, at: DELETED_AT, aggregate });
  const list = async () => {
    const ctx = testCall(workspaceId);
    const { enrollments: found } = await campaigns.client.listContactEnrollments(ctx, listedFor(contactId));
    return new Map(found.map((one) => [one.id, one]));
  };
  return { deletion, enrollments, list, stops: () => stopsOf(contactId) };
}

const stopsOf = (contactId: string) =>
  campaigns.published.filter(({ data }) => Reflect.get(Object(data), 'contact_id') === contactId);

describe('the deletion of a contact', () => {
  it('stops its open enrollments and publishes each stop once for repeated events', async () => {
    const one = await enrolled(
      { status: 'pending' },
      { status: 'active', current_step: 1, next_step: 2, next_send_at: LATER },
      { status: 'paused' },
      { status: 'completed', next_step: null, completed_at: new Date('2026-01-31T10:00:00.000Z') },
      { status: 'stopped', stop_reason: 'replied', next_step: null },
    );
    const other = await enrolled({ status: 'active' });
    await campaigns.publish(one.deletion, one.deletion);
    await campaigns.publish({ ...one.deletion, id: newId('evt') }, other.deletion);
    await eventually(() => expect(other.stops()).toHaveLength(1));
    const ended = { status: 'stopped', stop_reason: 'contact_deleted' };
    const untouched = { next_step: undefined, next_send_at: undefined };
    const [pending, active, paused, completed, replied] = one.enrollments.map(({ id }) => id);
    const found = await one.list();
    for (const id of [pending, active, paused])
      expect(found.get(id ?? '')).toMatchObject({ ...ended, ...untouched });
    expect(found.get(completed ?? '')).toMatchObject({ status: 'completed' });
    expect(found.get(replied ?? '')).toMatchObject({ status: 'stopped', stop_reason: 'replied' });
    expect(one.stops().map(({ type, aggregate }) => [type, aggregate])).toEqual(
      expect.arrayContaining(
        [pending, active, paused].map((id) => ['enrollment.stopped', { id, version: 2 }]),
      ),
    );
    expect(one.stops()).toHaveLength(3);
    expect(one.stops().find(({ aggregate }) => aggregate.id === active)?.data).toMatchObject({
      stop_reason: 'contact_deleted',
      current_step: 1,
    });
  });

  it('keeps enrollments from after the deletion', async () => {
    const one = await enrolled({ enrolled_at: DELETED_AT }, { enrolled_at: LATER }, {});
    await campaigns.publish(one.deletion);
    await eventually(() => expect(one.stops()).toHaveLength(1));
    const found = await one.list();
    const statuses = one.enrollments.map(({ id }) => found.get(id)?.status);
    expect(statuses).toEqual(['active', 'active', 'stopped']);
  });

  it.each([false, true])(
    'stops an enrollment that was committed after the event at the recheck (erasure: %s)',
    async (hard) => {
      const contact = { workspaceId: newId('ws'), contactId: newId('ct') };
      const { workspaceId, contactId } = contact;
      const aggregate = { id: contactId, version: 2 };
      const soft = eventLike(contactDeleted, { workspaceId, at: DELETED_AT, aggregate });
      const deletion = hard ? { ...soft, data: { id: contactId, hard } } : soft;
      const before = { ...soft, id: newId('evt'), occurred_at: new Date(0).toISOString() };
      const last = { ...soft, id: newId('evt'), aggregate: { id: newId('ct'), version: 2 } };
      await campaigns.publish(deletion, before, last);
      const deletions = campaigns.database.collection<{ _id: string }>('contact_deletions');
      await eventually(async () =>
        expect(await deletions.countDocuments({ _id: last.aggregate.id })).toBe(1),
      );
      const late = enrollmentOf(contact, { enrolled_at: new Date(DELETED_AT.getTime() - 1) });
      await campaigns.enroll(late);
      await deletions.updateOne({ _id: contactId }, { $set: { due_at: new Date(0) } });
      await campaigns.runRound('recheck-deletions');
      await eventually(async () => expect(await deletions.countDocuments({ _id: contactId })).toBe(0));
      const { enrollments } = await campaigns.client.listContactEnrollments(
        testCall(workspaceId),
        listedFor(contactId),
      );
      expect(enrollments).toMatchObject([{ id: late.id, status: 'stopped', stop_reason: 'contact_deleted' }]);
      expect(enrollments[0]?.contact_email).toBe(hard ? undefined : late.contact_email);
      await eventually(() => expect(stopsOf(contactId)).toHaveLength(1));
    },
  );

  it('stops more enrollments than one step reads', async () => {
    const one = await enrolled(...Array.from({ length: 501 }, () => ({})));
    await campaigns.publish(one.deletion);
    await eventually(() => expect(one.stops()).toHaveLength(501));
  });

  it('reads only the enrollments that it stops', async () => {
    const workspaceId = newId('ws');
    const contacts = Array.from({ length: 100 }, () => ({ workspaceId, contactId: newId('ct') }));
    await campaigns.enroll(...contacts.map((one) => enrollmentOf(one)));
    const deleted = contacts
      .slice(0, 50)
      .map(({ contactId }) =>
        eventLike(contactDeleted, { workspaceId, at: DELETED_AT, aggregate: { id: contactId, version: 2 } }),
      );
    await campaigns.database.command({ profile: 2 });
    await campaigns.publish(...deleted);
    await eventually(() =>
      expect(deleted.flatMap(({ aggregate }) => stopsOf(aggregate.id))).toHaveLength(50),
    );
    await campaigns.database.command({ profile: 0 });
    const reads = await campaigns.database
      .collection('system.profile')
      .find({ 'command.find': 'enrollments', 'command.filter.workspace_id': workspaceId })
      .toArray();
    const returned = reads.map(({ nreturned }) => Number(nreturned));
    expect(returned.reduce((sum, one) => sum + one, 0)).toBe(50);
    expect(reads.map(({ docsExamined }) => Number(docsExamined))).toEqual(returned);
  });
});
