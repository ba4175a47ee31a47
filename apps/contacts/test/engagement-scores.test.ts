import { describe, expect, it } from '@jest/globals';
import {
  emailAutoReplied,
  emailClicked,
  emailOpened,
  emailReplied,
  emailSent,
} from '@outreach/contracts-campaigns/events';
import { engagementMachineClicked } from '@outreach/contracts-campaigns/internal-events';
import type { IcpRule } from '@outreach/contracts-contacts/gen/icp.ts';
import type { CallContext } from '@outreach/service-kit';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { listed, written } from './contacts-harness.ts';
import { newWorkspace, setRules, WAIT } from './given.ts';
import { briefly, startLoggedContacts } from './outbox-log.ts';
import { DAY_MS, createTestContact, type TestContact } from './timeline-events.ts';

const VP: IcpRule = { field: 'seniority', op: 'eq', value: 'vp', points: 60 };
const WINDOW_MS = 90 * DAY_MS;

const contacts = await sharedByTests(startLoggedContacts);
const { log } = contacts;

async function workspace(...rules: IcpRule[]): Promise<CallContext> {
  const ctx = newWorkspace();
  if (rules.length > 0) await setRules(contacts, ctx, rules);
  return ctx;
}

async function scoreOf({ ctx, id }: TestContact) {
  const { contact, score_breakdown } = await contacts.client.getContact(ctx, { id });
  const { lead_score, icp_tier, grade } = contact ?? {};
  return { lead_score, icp_tier, grade, engagement: score_breakdown?.engagement };
}

/** Moves the events of a type to a time before the window. */
async function leaveWindow({ id }: TestContact, event_type: string): Promise<void> {
  const { database } = contacts;
  const occurred_at = new Date(Date.now() - WINDOW_MS - 1);
  const events = await database
    .collection('engagement_events')
    .updateMany({ contact_id: id, event_type }, { $set: { occurred_at } });
  const engagement_until = new Date(occurred_at.getTime() + WINDOW_MS);
  const contact = await database
    .collection<{ _id: string }>('contacts')
    .updateOne({ _id: id, engagement_until: { $gt: new Date() } }, { $set: { engagement_until } });
  expect([events.matchedCount, contact.matchedCount]).toEqual([1, 1]);
}

/** Number of contacts with a grade, by the stored counts. */
async function inGrade(ctx: CallContext, grade: string): Promise<number | undefined> {
  return (await contacts.client.listContacts(ctx, listed({ grades: [grade] }))).meta?.total_count;
}

describe('events of a contact', () => {
  it('change its score and emit contact.scored for each change only', async () => {
    const ctx = await workspace(VP);
    const one = await createTestContact(contacts, ctx, { email: 'a@example.com', seniority: 'vp' });
    expect(await scoreOf(one)).toEqual({ lead_score: 42, icp_tier: 'B', grade: 'C', engagement: 0 });
    for (const definition of [emailSent, emailReplied, emailOpened, emailClicked]) {
      await contacts.publish(one.about(definition));
    }
    await one.timeline(4);
    expect(await scoreOf(one)).toEqual({ lead_score: 59, icp_tier: 'B', grade: 'C', engagement: 58 });
    await contacts.publish(one.about(emailReplied), one.about(emailReplied), one.about(emailClicked));
    await one.timeline(7);
    expect(await scoreOf(one)).toEqual({ lead_score: 72, icp_tier: 'B', grade: 'B', engagement: 100 });
    expect([await inGrade(ctx, 'C'), await inGrade(ctx, 'B')]).toEqual([0, 1]);
    await contacts.publish(one.about(emailReplied));
    await one.timeline(8);
    const emitted = briefly(await log.of(ctx));
    expect(emitted[0]).toBe('contact.created a@example.com 42');
    expect(emitted.at(-1)).toBe('contact.scored a@example.com 72');
    expect(emitted.slice(1).every((event) => event.startsWith('contact.scored'))).toBe(true);
    expect(new Set(emitted).size).toBe(emitted.length);
  });

  it('add no points when a machine caused them or they are older than the window', async () => {
    const one = await createTestContact(contacts, await workspace());
    await contacts.publish(
      one.about(engagementMachineClicked),
      one.about(emailAutoReplied),
      one.about(emailReplied, { at: new Date(Date.now() - WINDOW_MS - 1) }),
    );
    await one.timeline(3);
    expect(await scoreOf(one)).toMatchObject({ lead_score: 0, engagement: 0 });
    expect(briefly(await log.of(one.ctx))).toHaveLength(1);
  });

  it('conflict with a concurrent calculation of the same points, also when each changes nothing alone', async () => {
    const one = await createTestContact(contacts, await workspace());
    const at = (days: number) => new Date(Date.now() - days * DAY_MS);
    const [third, fourth] = [at(3), at(4)];
    // The newest events have 70 points, so the maximum of 100 needs the fourth one.
    await contacts.handle([
      ...[1, 2].map((day) => one.about(emailClicked, { at: at(day) })),
      ...[third, fourth].map((day) => one.about(emailReplied, { at: day })),
    ]);
    const until = async () => {
      const stored = contacts.database.collection<{ _id: string; engagement_until: Date }>('contacts');
      return (await stored.findOne({ _id: one.id }))?.engagement_until;
    };
    const expiryOf = (time: Date) => new Date(time.getTime() + WINDOW_MS);
    expect(await until()).toEqual(expiryOf(fourth));
    let runs = 0;
    // Older than the last activity, which stays as it is.
    const click = () => one.about(emailClicked, { at: at(2.5) });
    await contacts.handle([click()], async () => {
      runs += 1;
      if (runs > 1) return;
      await contacts.publish(click());
      await one.timeline(5);
      expect(await until()).toEqual(expiryOf(fourth));
    });
    await one.timeline(6);
    expect(await until()).toEqual(expiryOf(third));
  });

  it('with few points change the points and not the score, and emit no event', async () => {
    const one = await createTestContact(contacts, await workspace());
    await contacts.publish(one.about(emailOpened));
    await one.timeline(1);
    await log.of(one.ctx);
    const before = await contacts.client.getContact(one.ctx, { id: one.id });
    await contacts.publish(one.about(emailOpened));
    await one.timeline(2);
    const after = await contacts.client.getContact(one.ctx, { id: one.id });
    expect([before.contact?.lead_score, after.contact?.lead_score]).toEqual([1, 2]);
    await contacts.publish(one.about(emailOpened));
    await one.timeline(3);
    await contacts.publish(one.about(emailOpened, { at: new Date(Date.now() - WINDOW_MS - 1) }));
    await one.timeline(4);
    expect(briefly(await log.of(one.ctx)).map((event) => event.split(' ')[2])).toEqual(['2', '3']);
  });
});

describe('engagement points', () => {
  it('count in every other scoring: a change, bulk, a new profile and a restore', async () => {
    const ctx = await workspace(VP);
    const one = await createTestContact(contacts, ctx, { email: 'kept@example.com' });
    await contacts.publish(one.about(emailReplied));
    await one.timeline(1);
    expect(await scoreOf(one)).toMatchObject({ lead_score: 12, engagement: 40 });
    await contacts.client.updateContact(ctx, { id: one.id, ...written({ seniority: 'vp' }) });
    expect(await scoreOf(one)).toMatchObject({ lead_score: 54, engagement: 40 });
    await contacts.client.bulkUpsertContacts(ctx, {
      rows: [written({ email: 'kept@example.com', seniority: 'head' })],
      dedup_behavior: 'update',
    });
    expect(await scoreOf(one)).toMatchObject({ lead_score: 12, engagement: 40 });
    const head = { ...VP, value: 'head', points: 100 };
    await setRules(contacts, ctx, [head]);
    await eventually(async () => expect((await scoreOf(one)).lead_score).toBe(82), WAIT);
    await contacts.client.deleteContact(ctx, { id: one.id, deletion_reason: undefined });
    await log.of(ctx);
    await contacts.publish(one.about(emailReplied));
    await one.timeline(2);
    expect(await log.of(ctx)).toEqual([]);
    await contacts.client.restoreContact(ctx, { id: one.id });
    expect(await scoreOf(one)).toMatchObject({ lead_score: 94, icp_tier: 'A', grade: 'A', engagement: 80 });
    expect(await inGrade(ctx, 'A')).toBe(1);
  });

  it('expire with their events: the score decreases and contact.scored is emitted', async () => {
    const ctx = await workspace();
    const one = await createTestContact(contacts, ctx, { email: 'old@example.com' });
    await contacts.publish(one.about(emailReplied), one.about(emailClicked));
    await one.timeline(2);
    expect(await scoreOf(one)).toMatchObject({ lead_score: 17, engagement: 55 });
    await leaveWindow(one, 'email_replied');
    await contacts.withJob('age-engagement', async () => {
      await eventually(async () => {
        expect(await scoreOf(one)).toMatchObject({ lead_score: 5, grade: 'F', engagement: 15 });
      });
    });
    const emitted = briefly(await log.of(ctx));
    expect(emitted.at(-1)).toBe('contact.scored old@example.com 5');
    expect(emitted.some((event) => event.startsWith('contact.updated'))).toBe(false);
  });

  it('are read along an index by the job that lowers them', async () => {
    await contacts.database.command({ profile: 2 });
    const query = { 'command.find': 'contacts', 'command.hint': 'by_engagement_end' };
    const profile = contacts.database.collection('system.profile');
    await contacts.withJob('age-engagement', async () => {
      await eventually(async () => expect(await profile.countDocuments(query)).toBeGreaterThan(0));
    });
    const plan = await profile.findOne(query);
    await contacts.database.command({ profile: 0 });
    expect(plan).toMatchObject({ planSummary: 'IXSCAN { engagement_until: 1 }' });
    expect(plan?.['hasSortStage']).toBeUndefined();
  });
});
