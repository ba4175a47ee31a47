import { beforeEach, describe, expect, it } from '@jest/globals';
import type {
  Sequence as SequenceMessage,
  StepWinnerInput,
} from '@outreach/contracts-campaigns/gen/sequences.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { campaignOf, startCampaigns } from './campaigns-harness.ts';
import { createSequence, SEQUENCE_SCOPES, stepInput, variantInput } from './sequence-requests.ts';

const campaigns = await sharedByTests(startCampaigns);
const { client, database } = campaigns;
const checks = database.collection<{ _id: string; due_at: Date }>('winner_checks');
let ctx: CallContext;

beforeEach(() => {
  ctx = testCall(newId('ws'), SEQUENCE_SCOPES);
});

const AUTO: StepWinnerInput = { mode: 'auto' };
const PAIR = [variantInput(50), variantInput(50)];

/** A sequence with one step and its variants. */
async function create(winner: StepWinnerInput | undefined, variants = PAIR) {
  const { steps, ...sequence } = await createSequence(campaigns, ctx, [stepInput({ winner, variants })]);
  return { ...sequence, ...firstOf({ steps }) };
}

function firstOf({ steps }: Pick<SequenceMessage, 'steps'>) {
  const [step] = steps;
  const [first, second, third] = step?.variants ?? [];
  if (step === undefined) throw new Error('The sequence has no step.');
  return { step, stepId: step.id, firstId: first?.id ?? '', secondId: second?.id ?? '', third };
}

async function read(id: string) {
  const { sequence } = await client.getSequence(ctx, { id });
  if (sequence === undefined) throw new Error('The reply has no sequence.');
  return { version: sequence.version, ...firstOf(sequence) };
}

async function addCampaign(sequenceId: string, status: 'active' | 'archived' = 'active'): Promise<string> {
  const { workspaceId } = ctx;
  const campaign = campaignOf({ workspaceId, sequenceId }, { status });
  await campaigns.write('campaigns', campaign);
  return campaign.id;
}

/** Counters of one day of a campaign, by variant. */
async function count(campaignId: string, stepId: string, counts: Readonly<Record<string, object>>) {
  const cells = Object.entries(counts).map(([variantId, own]) => [`${stepId}:${variantId}`, own]);
  await campaigns.write('stat_days', {
    id: newId('day'),
    workspace_id: ctx.workspaceId,
    campaign_id: campaignId,
    day: new Date('2026-01-31T00:00:00Z'),
    cells: Object.fromEntries(cells),
  } as { id: string; workspace_id: string });
}

const select = async (sequenceId: string, stepId: string, variantId: string) =>
  client.selectWinner(ctx, { sequence_id: sequenceId, step_id: stepId, variant_id: variantId });

/** Evaluates the sequence now. Returns when the evaluation has ended. */
async function evaluate(sequenceId: string): Promise<void> {
  const dueAt = new Date();
  await checks.updateOne({ _id: sequenceId }, { $set: { due_at: dueAt } });
  await eventually(async () => {
    const check = await checks.findOne({ _id: sequenceId });
    const waits = check === null || check.due_at.getTime() > dueAt.getTime() + 3_600_000;
    expect(waits).toBe(true);
  });
}

const eventsOf = (id: string) =>
  campaigns.published.filter(
    ({ type, aggregate }) => type === 'sequence.winner_selected' && aggregate.id === id,
  );

const few = (replied: number) => ({ delivered: 60, unique_replied: replied });

describe('the settings of a winner', () => {
  it('have defaults, and are stored with the step', async () => {
    const { id, step } = await create(undefined);
    expect(step.winner).toEqual({ mode: 'none', metric: 'reply_rate', min_sends: 100, confidence: 0.95 });
    const settings = { mode: 'manual', metric: 'click_rate', min_sends: 20, confidence: 0.8 };
    await client.replaceSteps(ctx, { id, steps: [stepInput({ id: step.id, winner: settings })] });
    expect((await read(id)).step.winner).toEqual(settings);
  });
});

describe('the selection of a winner', () => {
  it('moves all weight to a variant, as a new version, while a campaign is active', async () => {
    const { id, stepId, firstId, secondId } = await create(undefined);
    await addCampaign(id);
    const { sequence } = await select(id, stepId, secondId);
    expect(sequence).toMatchObject({
      version: 2,
      steps: [
        {
          id: stepId,
          variants: [
            { id: firstId, weight: 0 },
            { id: secondId, weight: 100 },
          ],
          winner: { variant_id: secondId, decided_at: expect.any(Date) },
        },
      ],
    });
    const kept = database.collection<{ _id: string }>('sequence_versions');
    expect(await kept.findOne({ _id: `${id}:1` })).not.toBeNull();
    await eventually(() =>
      expect(eventsOf(id)).toMatchObject([
        {
          data: {
            step_id: stepId,
            variant_id: secondId,
            label: 'B',
            selected_by: 'user',
            probability_best: null,
          },
        },
      ]),
    );
  });

  it('changes nothing the second time, and can be changed', async () => {
    const { id, stepId, firstId, secondId } = await create(undefined);
    await select(id, stepId, secondId);
    expect((await select(id, stepId, secondId)).sequence).toMatchObject({ version: 2 });
    expect((await select(id, stepId, firstId)).sequence).toMatchObject({
      version: 3,
      steps: [{ winner: { variant_id: firstId } }],
    });
  });

  it('is refused for an unknown or inactive variant, and not found for another step or sequence', async () => {
    const variants = [variantInput(50), variantInput(50), variantInput(0, { is_active: false })];
    const { id, stepId, firstId, third } = await create(undefined, variants);
    const invalid = { kind: 'invalid_argument', field: 'variant_id' };
    await expect(select(id, stepId, 'var_unknown')).rejects.toMatchObject(invalid);
    await expect(select(id, stepId, third?.id ?? '')).rejects.toMatchObject(invalid);
    await expect(select(id, newId('stp'), firstId)).rejects.toMatchObject({ kind: 'not_found' });
    ctx = testCall(newId('ws'), SEQUENCE_SCOPES);
    await expect(select(id, stepId, firstId)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('keeps the decision when the steps are replaced, and not in a clone', async () => {
    const { id, stepId, firstId, secondId } = await create(AUTO);
    await select(id, stepId, secondId);
    const variants = [variantInput(50, { id: firstId }), variantInput(50, { id: secondId })];
    const { sequence } = await client.replaceSteps(ctx, {
      id,
      steps: [stepInput({ id: stepId, variants, winner: AUTO })],
    });
    expect(sequence?.steps[0]?.winner).toMatchObject({ variant_id: secondId, decided_at: expect.any(Date) });
    const clone = await client.cloneSequence(ctx, { id });
    expect(clone.sequence?.steps[0]?.winner).toMatchObject({ mode: 'auto', decided_at: undefined });
  });
});

describe('the automatic decision', () => {
  it('is made once over all campaigns of the sequence, with an event, while a campaign is active', async () => {
    const { id, stepId, firstId, secondId } = await create(AUTO);
    const active = await addCampaign(id);
    await count(active, stepId, { [firstId]: few(1), [secondId]: few(10) });
    await evaluate(id);
    expect((await read(id)).step.winner).toMatchObject({ decided_at: undefined });
    await count(await addCampaign(id, 'archived'), stepId, { [firstId]: few(1), [secondId]: few(10) });
    await evaluate(id);
    const decided = await read(id);
    expect(decided).toMatchObject({
      version: 2,
      step: { variants: [{ weight: 0 }, { weight: 100 }], winner: { variant_id: secondId } },
    });
    await eventually(() =>
      expect(eventsOf(id)).toMatchObject([
        {
          data: {
            sequence_id: id,
            step_number: 1,
            variant_id: secondId,
            selected_by: 'auto',
            metric: 'reply_rate',
          },
        },
      ]),
    );
    expect(await checks.findOne({ _id: id })).toBeNull();
  });

  it('does not follow a decision of a user, also if the weights are changed later', async () => {
    const { id, stepId, firstId, secondId } = await create(AUTO);
    await select(id, stepId, firstId);
    const variants = [variantInput(50, { id: firstId }), variantInput(50, { id: secondId })];
    await client.replaceSteps(ctx, { id, steps: [stepInput({ id: stepId, variants, winner: AUTO })] });
    await count(await addCampaign(id), stepId, {
      [firstId]: { delivered: 200, unique_replied: 1 },
      [secondId]: { delivered: 200, unique_replied: 90 },
    });
    await evaluate(id);
    const { step } = await read(id);
    expect(step).toMatchObject({
      variants: [{ weight: 50 }, { weight: 50 }],
      winner: { variant_id: firstId },
    });
  });

  it('is planned when a step gets the mode, keeps its time at later changes, and ends with the sequence', async () => {
    const { id, stepId } = await create(undefined);
    expect(await checks.findOne({ _id: id })).toBeNull();
    const replace = async (subject: string) =>
      client.replaceSteps(ctx, { id, steps: [stepInput({ id: stepId, subject, winner: AUTO })] });
    await replace('First');
    const planned = await checks.findOne({ _id: id });
    expect(planned?.due_at.getTime()).toBeGreaterThan(campaigns.clock.now() + 86_000_000);
    await replace('Second');
    expect(await checks.findOne({ _id: id })).toMatchObject({ due_at: planned?.due_at });
    await client.deleteSequence(ctx, { id });
    expect(await checks.findOne({ _id: id })).toBeNull();
  });
});

describe('analytics by step', () => {
  it('have the probability of being the best of each active variant, by the metric of the step', async () => {
    const variants = [...PAIR, variantInput(0, { is_active: false })];
    const { id, stepId, firstId, secondId } = await create({ metric: 'open_rate' }, variants);
    const campaignId = await addCampaign(id);
    await count(campaignId, stepId, {
      [firstId]: { delivered: 100, unique_opened: 60, unique_replied: 1 },
      [secondId]: { delivered: 100, unique_opened: 20, unique_replied: 30 },
    });
    const query = {
      campaign_id: campaignId,
      from: undefined,
      to: undefined,
      granularity: 'day',
      time_zone: 'UTC',
    };
    const { steps } = await client.getStepAnalytics(ctx, { query });
    const probabilities = steps[0]?.variants.map(({ probability_best: probability }) => probability);
    expect(probabilities).toEqual([expect.closeTo(1, 4), expect.closeTo(0, 4), undefined]);
  });
});
