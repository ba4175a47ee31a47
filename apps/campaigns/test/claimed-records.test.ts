import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Outcome } from '../src/outcomes/index.ts';
import type { Send } from '../src/sends/index.ts';
import { accepted, createWorld, nth, rows, startOutcomes, type World } from './outcomes-harness.ts';

jest.setTimeout(60_000);

const service = await sharedByTests(startOutcomes);
const rowsOf = async <Row extends object>(collection: string, filter: object): Promise<Row[]> =>
  rows<Row>(service, collection, filter);
const sendOf = async (id: string): Promise<Send | undefined> => (await rowsOf<Send>('sends', { _id: id }))[0];

/** The types of the events of these records, in their order. */
async function typesOf(...ids: readonly string[]): Promise<string[]> {
  const outbox = await rowsOf<{ type: string; events: { id: string; aggregate_id: string }[] }>('outbox', {});
  return outbox
    .flatMap(({ type, events }) => events.map((event) => ({ ...event, type })))
    .filter(({ aggregate_id: id }) => ids.includes(id))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ type }) => type);
}

describe('an accepted email with the records of its claim', () => {
  const claimedOf = ({ sends, enrollments }: World) =>
    enrollments.map((enrollment, index) => ({ send: nth(sends, index), enrollment }));

  it('is recorded as one whose records are read', async () => {
    const world = await createWorld(service, 2);
    const [first, second] = [nth(world.sends, 0), nth(world.sends, 1)];
    await world.record([accepted(first), accepted(second)], claimedOf(world).slice(0, 1));
    const alike = { status: 'delivered', version: 2, lease_token: null, smtp_code: 250 };
    expect(await sendOf(first.id)).toMatchObject(alike);
    expect(await sendOf(second.id)).toMatchObject(alike);
    const enrollments = await rowsOf('enrollments', { campaign_id: world.campaign.id });
    expect(enrollments).toMatchObject([
      { sent_count: 1, version: 2 },
      { sent_count: 1, version: 2 },
    ]);
    expect(await typesOf(first.id)).toEqual(['email.sent', 'email.delivered']);
  });

  it.each([
    ['the email has changed', 'sends', { $inc: { version: 1 } }],
    ['another worker has the claim', 'sends', { $set: { lease_token: 'another' } }],
    ['the claim was given back', 'sends', { $set: { status: 'queued', lease_token: null } }],
    ['the enrollment has changed', 'enrollments', { $inc: { version: 1 } }],
  ])('is refused, and nothing is stored, if %s', async (_title, collection, change) => {
    const world = await createWorld(service, 2);
    const filter = { workspace_id: world.workspaceId };
    const model = service.base.mongo.connection.collection<{ _id: string }>(collection);
    const id = collection === 'sends' ? nth(world.sends, 1).id : (world.enrollments[1]?.id ?? '');
    await model.updateOne({ _id: id }, change);
    const before = [await rowsOf('sends', filter), await rowsOf('enrollments', filter)];
    await expect(
      world.record(
        world.sends.map((send) => accepted(send)),
        claimedOf(world),
      ),
    ).rejects.toThrow('changed');
    expect([await rowsOf('sends', filter), await rowsOf('enrollments', filter)]).toEqual(before);
    expect(await typesOf(nth(world.sends, 0).id)).toEqual([]);
  });
});

describe('an email that ends its enrollment', () => {
  it('has its events next to the one of the enrollment', async () => {
    const { sends, enrollments, record } = await createWorld(service, 2);
    const bounce = { kind: 'refused', classification: 'invalid_mailbox', type: 'hard' } as const;
    await record(sends.map((send) => ({ ...accepted(send), ...bounce }) as Outcome));
    const types = await typesOf(...[...sends, ...enrollments].map(({ id }) => id));
    const ofOne = ['email.bounced', 'enrollment.stopped'];
    expect(types).toEqual([...ofOne, ...ofOne]);
  });
});

describe('a change of an enrollment', () => {
  it('is refused without the next version, which outcomes compare', async () => {
    const { enrollments, workspaceId } = await createWorld(service, 1);
    const { base } = service;
    const changed = enrollments.map((before) => ({ before, after: { ...before, opened: true } }));
    await expect(
      base.inWorkspace({ workspaceId }, async () =>
        base.units.unitOfWork(async () => service.enrollments.write(changed)),
      ),
    ).rejects.toThrow('A changed enrollment has the next version.');
  });
});
