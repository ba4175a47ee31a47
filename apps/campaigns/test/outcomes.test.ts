import { describe, expect, it, jest } from '@jest/globals';
import { REPLY_INTENTS } from '@outreach/contracts-campaigns';
import { createLogger, newId } from '@outreach/service-kit';
import { numbersFrom, testEnvironment } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { campaignsService } from '../src/app.ts';
import type { Campaign } from '../src/campaigns/index.ts';
import type { Outcome, Outcomes } from '../src/outcomes/index.ts';
import { queuedSend, type Send } from '../src/sends/index.ts';
import { toCounters, type Counters } from '../src/stats/index.ts';
import { campaignOf, enrollmentOf, sequenceOf } from './campaigns-harness.ts';

jest.setTimeout(60_000);

/** The features on a database of their own. No job runs. */
const service = await sharedByTests(async () => {
  const { env } = await testEnvironment('campaigns');
  const config = campaignsService.config.load({ ...env, CONTACTS_ADDRESS: '127.0.0.1:1' });
  const logger = createLogger({ name: 'campaigns', level: 'silent' });
  const { base, features } = campaignsService.build(config, { logger });
  await base.mongo.start();
  await base.units.createIndexes();
  const feature = features.find(({ name }) => name === 'outcomes') as Outcomes | undefined;
  if (feature === undefined) throw new Error('The service has the feature outcomes.');
  return { base, recorder: feature.recorder, stop: async () => base.mongo.stop() };
});
const { base, recorder } = service;

const AT = new Date('2026-03-02T10:00:00.000Z');
const TOKEN = 'token';
const REPLY = { code: 250, enhanced: '2.0.0', text: '250 2.0.0 OK' };

async function rows<Row extends object>(collection: string, filter: object): Promise<Row[]> {
  return base.mongo.connection.collection(collection).find(filter).toArray() as Promise<unknown> as Promise<
    Row[]
  >;
}

async function write(collection: string, ...records: readonly { readonly id: string }[]): Promise<void> {
  const documents = records.map(({ id, ...fields }) => ({ _id: id, ...fields }));
  await base.mongo.connection.collection<{ _id: string }>(collection).insertMany(documents);
}

function nth(sends: readonly Send[], index: number): Send {
  const send = sends[index];
  if (send === undefined) throw new Error('The campaign has fewer sends.');
  return send;
}

interface World {
  readonly workspaceId: string;
  readonly campaign: Campaign;
  readonly sends: readonly Send[];
  record(outcomes: readonly Outcome[]): Promise<ReadonlySet<string>>;
}

/** A campaign with claimed first emails, one per contact. */
async function createWorld(count: number, changes: Partial<Campaign> = {}): Promise<World> {
  const workspaceId = newId('ws');
  const sequence = sequenceOf(workspaceId, 2);
  const campaign = campaignOf({ workspaceId, sequenceId: sequence.id }, changes);
  const enrollments = Array.from({ length: count }, (_, index) => {
    const contactId = newId('ct');
    const email = `contact-${index}@company-${index % 7}.example`;
    return enrollmentOf(
      { workspaceId, contactId },
      {
        campaign_id: campaign.id,
        sequence_id: sequence.id,
        contact_email: email,
        address_key: `company-${index % 7}.example@contact-${index}`,
        due_at: null,
        steps_total: 2,
      },
    );
  });
  const sends = enrollments.map((enrollment): Send => ({
    ...queuedSend({
      id: newId('snd'),
      workspace_id: workspaceId,
      campaign_id: campaign.id,
      enrollment_id: enrollment.id,
      sequence_id: sequence.id,
      contact_id: enrollment.contact_id,
      contact_email: enrollment.contact_email,
      step_id: sequence.steps[0]?.id ?? '',
      step_number: 1,
      sending_account_id: campaign.sending_account_ids[0] ?? '',
      from_email: 'anna@example.org',
      scheduled_at: AT,
      account_day: '2026-03-02',
      campaign_day: '2026-03-02',
      created_at: AT,
    }),
    status: 'sending',
    lease_token: TOKEN,
    attempts: 1,
  }));
  await write('sequences', sequence);
  await write('campaigns', campaign);
  await write('enrollments', ...enrollments);
  await write('sends', ...sends);
  return {
    workspaceId,
    campaign,
    sends,
    record: async (outcomes) =>
      base.inWorkspace({ workspaceId }, async () =>
        base.units.unitOfWork(async () => recorder.record(outcomes)),
      ),
  };
}

function accepted({ id, contact_email }: Send, at = AT): Outcome {
  const message = {
    message_id: `<${id.toLowerCase()}@example.org>`,
    subject: 'A question',
    variant_id: null,
    sequence_version: 1,
    from_email: 'anna@example.org',
    contact_email: contact_email ?? '',
  };
  return { kind: 'accepted', sendId: id, token: TOKEN, at, message, reply: REPLY };
}

const sendOf = async (id: string): Promise<Send | undefined> => (await rows<Send>('sends', { _id: id }))[0];
const typesOf = async (aggregateId: string): Promise<string[]> => {
  const outbox = await rows<{ type: string; events: { aggregate_id: string }[] }>('outbox', {});
  return outbox.flatMap(({ type, events }) =>
    events.filter(({ aggregate_id: id }) => id === aggregateId).map(() => type),
  );
};

describe('an accepted email', () => {
  it('is delivered, and its next step is due after the delay', async () => {
    const { sends, campaign, record } = await createWorld(1);
    const send = nth(sends, 0);
    expect(await record([accepted(nth(sends, 0))])).toEqual(new Set([send.id]));
    expect(await sendOf(send.id)).toMatchObject({
      status: 'delivered',
      sent_at: AT,
      smtp_code: 250,
      due_at: null,
    });
    const [enrollment] = await rows('enrollments', { campaign_id: campaign.id });
    expect(enrollment).toMatchObject({
      current_step: 1,
      next_step: 2,
      sent_count: 1,
      due_at: new Date(AT.getTime() + 3 * 86_400_000),
    });
    expect(await typesOf(send.id)).toEqual(['email.sent', 'email.delivered']);
  });

  it('changes nothing for a worker that lost its claim', async () => {
    const { sends, record } = await createWorld(1);
    const send = nth(sends, 0);
    const outcome = { ...accepted(nth(sends, 0)), token: 'another' };
    expect(await record([outcome as Outcome])).toEqual(new Set());
    expect(await sendOf(send.id)).toMatchObject({ status: 'sending', version: 1 });
  });

  it('counts once when it is recorded twice', async () => {
    const { sends, campaign, record } = await createWorld(1);
    await record([accepted(nth(sends, 0))]);
    await record([accepted(nth(sends, 0)), accepted(nth(sends, 0))]);
    const [total] = await rows<{ counts: Counters }>('campaign_totals', { _id: campaign.id });
    expect(total?.counts).toEqual({ sent: 1, delivered: 1, contacted: 1 });
  });
});

describe('a reply', () => {
  it('stops the enrollment and, with stop_on_domain_reply, those of the domain', async () => {
    const { sends, campaign, record } = await createWorld(8, { stop_on_domain_reply: true });
    await record(sends.map((send) => accepted(send)));
    await record([
      { kind: 'replied', sendId: nth(sends, 0).id, at: AT, intent: 'question', snippet: 'Why?' },
    ]);
    const found = await rows<{ contact_email: string; stop_reason: string | null }>('enrollments', {
      campaign_id: campaign.id,
      status: 'stopped',
    });
    expect(found.map((one) => [one.contact_email, one.stop_reason]).sort()).toEqual([
      ['contact-0@company-0.example', 'replied'],
      ['contact-7@company-0.example', 'domain_replied'],
    ]);
  });

  it('that is automatic stops nothing', async () => {
    const { sends, campaign, record } = await createWorld(1);
    await record([accepted(nth(sends, 0))]);
    await record([
      { kind: 'replied', sendId: nth(sends, 0).id, at: AT, intent: 'out_of_office', snippet: '' },
    ]);
    expect(await rows('enrollments', { campaign_id: campaign.id, status: 'active' })).toHaveLength(1);
    expect(await typesOf(nth(sends, 0).id)).toContain('email.auto_replied');
  });

  it('that asks for no further email suppresses the contact', async () => {
    const { sends, record } = await createWorld(1);
    await record([accepted(nth(sends, 0))]);
    await record([
      { kind: 'replied', sendId: nth(sends, 0).id, at: AT, intent: 'unsubscribe', snippet: 'Stop' },
    ]);
    expect(await rows('suppression_requests', { contact_id: nth(sends, 0).contact_id })).toMatchObject([
      { reason: 'unsubscribed' },
    ]);
    expect(await typesOf(nth(sends, 0).id)).toEqual([
      'email.sent',
      'email.delivered',
      'email.replied',
      'email.unsubscribed',
    ]);
  });
});

describe('the guard', () => {
  it('pauses a campaign at the third hard bounce of 50 sends, and warns before', async () => {
    const { sends, campaign, record } = await createWorld(60);
    const bounce = ({ id }: Send): Outcome => ({
      kind: 'bounce_reported',
      sendId: id,
      at: AT,
      reply: { code: 550, enhanced: '5.1.1', text: '550 5.1.1 No such user' },
      classification: 'invalid_mailbox',
      type: 'hard',
    });
    const now = new Date();
    await record(sends.slice(0, 50).map((send) => accepted(send, now)));
    await record(sends.slice(0, 2).map(bounce));
    expect(await rows('campaigns', { _id: campaign.id })).toMatchObject([{ status: 'active' }]);
    expect(await typesOf(campaign.id)).toEqual(['campaign.deliverability_warning']);
    await record([bounce(nth(sends, 2))]);
    expect(await rows('campaigns', { _id: campaign.id })).toMatchObject([
      { status: 'paused', paused_by: 'system', pause_reason: 'bounce_rate' },
    ]);
    expect(await typesOf(campaign.id)).toEqual(['campaign.deliverability_warning', 'campaign.auto_paused']);
  });
});

describe('the counters', () => {
  it.each([1, 2, 3])('equal a replay of all sends after random outcomes (seed %s)', async (seed) => {
    const random = numbersFrom(seed);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const { sends, campaign, record } = await createWorld(60, { stop_on_reply: random() < 0.5 });
    const batches = Array.from({ length: 30 }, () =>
      Array.from({ length: 12 }, () => randomOutcome(pick(sends), { random, pick })),
    );
    for (let from = 0; from < batches.length; from += 3)
      await Promise.all(batches.slice(from, from + 3).map(async (batch) => record(batch)));
    const stored = await rows<Send>('sends', { campaign_id: campaign.id });
    const [total] = await rows<{ counts: Partial<Counters> }>('campaign_totals', { _id: campaign.id });
    const buckets = await rows<{ counts: Partial<Counters> }>('buckets', { campaign_id: campaign.id });
    const enrollments = await rows<{ replied: boolean }>('enrollments', { campaign_id: campaign.id });
    const expected = replay(stored, enrollments);
    expect(toCounters(total?.counts)).toEqual(expected);
    expect(sumOf(buckets.map(({ counts }) => counts))).toEqual(expected);
    const codes = await rows<{ count: number }>('bounce_codes', { campaign_id: campaign.id });
    expect(codes.reduce((sum, { count }) => sum + count, 0)).toBe(expected.bounced);
  });
});

interface Dice {
  readonly random: () => number;
  readonly pick: <T>(values: readonly T[]) => T;
}

function randomOutcome(send: Send, { random, pick }: Dice): Outcome {
  const at = new Date(AT.getTime() + Math.floor(random() * 86_400_000));
  const of = { sendId: send.id, at };
  const reply = { code: 550, enhanced: pick(['5.1.1', '5.7.1', null]), text: 'no' };
  const bounce = { reply, classification: pick(['invalid_mailbox', 'spam_block'] as const) };
  const isMachine = random() < 0.3;
  return pick<Outcome>([
    accepted(send, at),
    accepted(send, at),
    accepted(send, at),
    { kind: 'failed', token: TOKEN, error: 'No connection.', ...of },
    { kind: 'opened', isMachine, ...of },
    { kind: 'clicked', isMachine, url: 'https://example.com', ...of },
    { kind: 'unsubscribed', ...of },
    { kind: 'complained', ...of },
    { kind: 'replied', intent: pick(REPLY_INTENTS), snippet: '', ...of },
    { kind: 'bounce_reported', ...bounce, type: pick(['hard', 'block'] as const), ...of },
  ]);
}

/** The counters as they follow from the sends alone. */
function replay(sends: readonly Send[], enrollments: readonly { readonly replied: boolean }[]): Counters {
  const left = sends.filter(({ sent_at: sentAt }) => sentAt !== null);
  const countOf = (condition: (send: Send) => boolean): number => left.filter(condition).length;
  const sumBy = (value: (send: Send) => number): number => left.reduce((sum, send) => sum + value(send), 0);
  const byIntent = REPLY_INTENTS.map(
    (intent) => [intent, sumBy(({ reply_counts: counts }) => counts[intent] ?? 0)] as const,
  );
  const replies = new Map<string, number>(byIntent);
  const intents = (...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (replies.get(name) ?? 0), 0);
  const auto = intents('out_of_office', 'auto_reply');
  return toCounters({
    sent: left.length,
    delivered: countOf(({ status }) => status === 'delivered'),
    bounced: countOf(({ status }) => status === 'bounced'),
    opened: sumBy((send) => send.open_count),
    clicked: sumBy((send) => send.click_count),
    unique_opened: countOf((send) => send.opened_at !== null),
    unique_clicked: countOf((send) => send.clicked_at !== null),
    unsubscribed: countOf((send) => send.unsubscribed_at !== null),
    spam_complaints: countOf((send) => send.complained_at !== null),
    replied: intents(...REPLY_INTENTS) - auto,
    auto_replied: auto,
    positive_replied: intents('interested', 'meeting_requested', 'referral'),
    unique_replied: enrollments.filter(({ replied }) => replied).length,
    contacted: left.length,
    ...Object.fromEntries(byIntent.map(([intent, count]) => [`intent_${intent}`, count])),
  });
}

function sumOf(all: readonly Partial<Counters>[]): Counters {
  const entries = Object.keys(toCounters()).map((name) => {
    const key = name as keyof Counters;
    return [key, all.reduce((sum, counts) => sum + (counts[key] ?? 0), 0)];
  });
  return Object.fromEntries(entries) as Counters;
}
