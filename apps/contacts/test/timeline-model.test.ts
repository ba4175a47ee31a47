import { expect, it, jest } from '@jest/globals';
import type { EventDefinition, DomainEvent } from '@outreach/event-schema';
import { newId, type CallContext } from '@outreach/service-kit';
import { aboutContact, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import fc from 'fast-check';
import { CAMPAIGN_EVENTS } from '../src/timeline/campaign-events.events.ts';
import { startContacts } from './contacts-harness.ts';
import { DAY_MS, createTestContact, type TestContact } from './timeline-events.ts';

jest.setTimeout(120_000);

const RUNS = 5;
const CONTACTS = 3;
/** Longer than the window in which events count. */
const DAYS_MAX = 100;
const CAMPAIGNS = ['cmp_1', 'cmp_2'];

const contacts = await sharedByTests(startContacts);

/** Events and the batches in which the broker delivers them: in any order, some several times. */
interface Story {
  readonly happened: readonly {
    readonly definition: EventDefinition;
    readonly contact: number;
    readonly hoursAgo: number;
    readonly campaignId: string;
  }[];
  readonly order: readonly { readonly which: number; readonly endsBatch: boolean }[];
}

const anyStory: fc.Arbitrary<Story> = fc.record({
  happened: fc.array(
    fc.record({
      definition: fc.constantFrom(...CAMPAIGN_EVENTS.map(({ definition }) => definition)),
      contact: fc.integer({ min: 0, max: CONTACTS - 1 }),
      hoursAgo: fc.integer({ min: 1, max: DAYS_MAX * 24 }),
      campaignId: fc.constantFrom(...CAMPAIGNS),
    }),
    { minLength: 1, maxLength: 30 },
  ),
  order: fc.array(fc.record({ which: fc.nat(), endsBatch: fc.boolean() }), { maxLength: 40 }),
});

/** A new workspace with contacts that differ only in their position. */
async function newWorld(): Promise<{ ctx: CallContext; people: readonly TestContact[] }> {
  const ctx = testCall(newId('ws'), { deadlineAtMs: Date.now() + 60_000 });
  const people: TestContact[] = [];
  for (let n = 0; n < CONTACTS; n += 1) people.push(await createTestContact(contacts, ctx));
  return { ctx, people };
}

function eventsOf({ happened }: Story, people: readonly TestContact[], nowMs: number): DomainEvent[] {
  return happened.map(({ definition, contact, hoursAgo, campaignId }) => {
    const one = people[contact];
    return aboutContact(definition, {
      workspaceId: one?.ctx.workspaceId ?? '',
      contactId: one?.id ?? '',
      at: new Date(nowMs - hoursAgo * (DAY_MS / 24)),
      data: { campaign_id: campaignId },
    });
  });
}

/** All stored results of events, without the ids, which differ between workspaces. */
async function leftIn(people: readonly TestContact[]): Promise<unknown[]> {
  const left: unknown[] = [];
  for (const { id } of people) {
    const own = contacts.database.collection('engagement_events').find({ contact_id: id });
    const events = (await own.toArray()).map(({ event_type, occurred_at, campaign_id, is_machine }) =>
      JSON.stringify([occurred_at, event_type, campaign_id, is_machine]),
    );
    const found = await contacts.database.collection<{ _id: string }>('contacts').findOne({ _id: id });
    const { campaign_ids = [], ...fields } = { ...found } as Record<string, unknown>;
    const { last_activity_at, engagement_points, engagement_until, lead_score, grade } = fields;
    left.push({
      events: events.toSorted(),
      campaignIds: Array.isArray(campaign_ids) ? campaign_ids.toSorted() : campaign_ids,
      ...{ last_activity_at, engagement_points, engagement_until, lead_score, grade },
    });
  }
  return left;
}

it('stores the same timeline for any order and repetition of events', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async (story) => {
      const nowMs = Date.now();
      const [straight, tangled] = [await newWorld(), await newWorld()];
      const byTime = (one: DomainEvent, other: DomainEvent) => (one.occurred_at < other.occurred_at ? -1 : 1);
      for (const event of eventsOf(story, straight.people, nowMs).toSorted(byTime))
        await contacts.handle([event]);
      const events = eventsOf(story, tangled.people, nowMs);
      let batch: DomainEvent[] = [];
      for (const { which, endsBatch } of story.order) {
        batch.push(...events.slice(which % events.length).slice(0, 1));
        if (!endsBatch) continue;
        await contacts.handle([...new Map(batch.map((event) => [event.id, event])).values()]);
        batch = [];
      }
      await contacts.handle(events.toReversed());
      expect(await leftIn(tangled.people)).toEqual(await leftIn(straight.people));
      const counted = { workspace_id: tangled.ctx.workspaceId };
      const [sum] = await contacts.database
        .collection('contact_counts')
        .aggregate([{ $match: counted }, { $group: { _id: null, count: { $sum: '$difference' } } }])
        .toArray();
      expect(sum?.['count']).toBe(CONTACTS);
    }),
    { numRuns: RUNS },
  );
});
