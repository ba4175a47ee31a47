import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Outcome } from '../src/outcomes/index.ts';
import type { Send } from '../src/sends/index.ts';
import type { Counters } from '../src/stats/index.ts';
import { AT, createWorld, nth, rows, startOutcomes, submitted, type World } from './outcomes-harness.ts';

jest.setTimeout(60_000);

const service = await sharedByTests(startOutcomes);
const LATER = new Date(AT.getTime() + 3_600_000);

async function one<Row extends object>(collection: string, filter: object): Promise<Row | undefined> {
  return (await rows<Row>(service, collection, filter))[0];
}

async function countsOf({ campaign }: World): Promise<Partial<Counters>> {
  const totals = await one<{ counts: Partial<Counters> }>('campaign_totals', { _id: campaign.id });
  const counts = Object.entries(totals?.counts ?? {}).filter(([, count]) => count !== 0);
  return Object.fromEntries(counts);
}

async function typesOf(aggregateId: string): Promise<readonly string[]> {
  const outbox = await rows<{ type: string; events: { aggregate_id: string }[] }>(service, 'outbox', {});
  return outbox.flatMap(({ type, events }) =>
    events.filter(({ aggregate_id: id }) => id === aggregateId).map(() => type),
  );
}

const sendOf = async (id: string): Promise<Send | undefined> => one<Send>('sends', { _id: id });

async function submittedEmail() {
  const world = await createWorld(service, 1);
  const send = nth(world.sends, 0);
  await world.record([submitted(send)]);
  return { world, send, of: { sendId: send.id, at: LATER } };
}

describe('a submitted email', () => {
  it('is sent, counts as sent, and the next step is due after its delay', async () => {
    const { world, send } = await submittedEmail();
    expect(await sendOf(send.id)).toMatchObject({
      status: 'sent',
      sent_at: AT,
      delivered_at: null,
      smtp_code: null,
      due_at: null,
      lease_token: null,
    });
    expect(await one('enrollments', { campaign_id: world.campaign.id })).toMatchObject({
      current_step: 1,
      next_step: 2,
      sent_count: 1,
      due_at: new Date(AT.getTime() + 3 * 86_400_000),
    });
    expect(await countsOf(world)).toEqual({ sent: 1, contacted: 1 });
    expect(await typesOf(send.id)).toEqual(['email.sent']);
  });

  it('is delivered once, when the platform confirms it', async () => {
    const { world, send, of } = await submittedEmail();
    const confirmed: Outcome = { kind: 'confirmed', ...of };
    await world.record([confirmed, confirmed]);
    await world.record([{ ...confirmed, at: new Date(LATER.getTime() + 1_000) }]);
    expect(await sendOf(send.id)).toMatchObject({ status: 'delivered', sent_at: AT, delivered_at: LATER });
    expect(await countsOf(world)).toEqual({ sent: 1, contacted: 1, delivered: 1 });
    expect(await typesOf(send.id)).toEqual(['email.sent', 'email.delivered']);
  });

  it('is not delivered before it was sent', async () => {
    const { world, send } = await submittedEmail();
    await world.record([{ kind: 'confirmed', sendId: send.id, at: new Date(AT.getTime() - 5_000) }]);
    expect(await sendOf(send.id)).toMatchObject({ status: 'delivered', delivered_at: AT });
  });

  it('bounces without a confirmation, and a later confirmation changes nothing', async () => {
    const { world, send, of } = await submittedEmail();
    const reply = { code: 550, enhanced: '5.1.1', text: 'User unknown' };
    const bounce = { classification: 'invalid_mailbox', type: 'hard' } as const;
    await world.record([{ kind: 'bounce_reported', ...of, reply, ...bounce }]);
    await world.record([{ kind: 'confirmed', ...of }]);
    expect(await sendOf(send.id)).toMatchObject({ status: 'bounced', smtp_code: 550, delivered_at: null });
    expect(await countsOf(world)).toEqual({ sent: 1, contacted: 1, bounced: 1 });
    expect(await one('suppression_requests', { contact_id: send.contact_id })).toMatchObject({
      reason: 'hard_bounce',
    });
    expect(await typesOf(send.id)).toEqual(['email.sent', 'email.bounced']);
  });

  it('that the platform did not send counts as sent no more and stops the enrollment', async () => {
    const { world, send, of } = await submittedEmail();
    const failure: Outcome = { kind: 'failure_reported', ...of, error: 'The platform rejected the sender.' };
    await world.record([failure, failure]);
    expect(await sendOf(send.id)).toMatchObject({
      status: 'failed',
      sent_at: null,
      error: 'The platform rejected the sender.',
    });
    expect(await one('enrollments', { campaign_id: world.campaign.id })).toMatchObject({
      status: 'stopped',
      stop_reason: 'send_failed',
      sent_count: 0,
      current_step: 0,
    });
    expect(await countsOf(world)).toEqual({});
    const rates = await one<{ sent: number }>('campaign_rates', { _id: { $regex: world.campaign.id } });
    expect(rates?.sent).toBe(0);
    expect(await typesOf(send.id)).toEqual(['email.sent', 'email.failed']);
  });

  it('that was opened or delivered did not fail', async () => {
    const { world, send, of } = await submittedEmail();
    await world.record([{ kind: 'opened', ...of, isMachine: false }]);
    await world.record([{ kind: 'failure_reported', ...of, error: 'No.' }]);
    expect(await sendOf(send.id)).toMatchObject({ status: 'sent', error: null });
    await world.record([
      { kind: 'confirmed', ...of },
      { kind: 'failure_reported', ...of, error: 'No.' },
    ]);
    expect(await sendOf(send.id)).toMatchObject({ status: 'delivered', error: null });
  });

  it('has no confirmation before its submission is recorded', async () => {
    const world = await createWorld(service, 1);
    const send = nth(world.sends, 0);
    expect(await world.record([{ kind: 'confirmed', sendId: send.id, at: LATER }])).toEqual(new Set());
  });

  it('changes nothing for a worker that lost its claim', async () => {
    const { sends, record } = await createWorld(service, 1);
    const outcome = submitted(nth(sends, 0), 'another');
    expect(await record([outcome])).toEqual(new Set());
  });
});
