import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SequenceStepInput } from '@outreach/contracts-campaigns/gen/sequences.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { campaignOf, sequenceOf, startCampaigns } from './campaigns-harness.ts';
import {
  createSequence,
  SEQUENCE_SCOPES as SCOPES,
  stepInput as step,
  variantInput as variant,
} from './sequence-requests.ts';

const campaigns = await sharedByTests(startCampaigns);
const { client } = campaigns;
let ctx: CallContext;

beforeEach(() => {
  ctx = testCall(newId('ws'), SCOPES);
});

const create = async (...steps: readonly SequenceStepInput[]) => createSequence(campaigns, ctx, steps);

async function get(id: string) {
  const { sequence } = await client.getSequence(ctx, { id });
  if (sequence === undefined) throw new Error('The reply has no sequence.');
  return sequence;
}

const replace = async (id: string, steps: readonly SequenceStepInput[]) =>
  client.replaceSteps(ctx, { id, steps: [...steps] });

async function abortedTransactions(): Promise<number> {
  const status = await campaigns.database.command({ serverStatus: 1 });
  return Number(status['transactions'].totalAborted);
}

const use = async (sequenceId: string, status: 'draft' | 'active' | 'paused' | 'completed' | 'archived') =>
  campaigns.write('campaigns', campaignOf({ workspaceId: ctx.workspaceId, sequenceId }, { status }));

describe('CreateSequence', () => {
  it('creates a draft with numbered steps', async () => {
    const steps = [
      step(),
      step({ subject: undefined, delay_value: 3, variants: [variant(60), variant(40)] }),
    ];
    const sequence = await create(...steps);
    expect(sequence).toMatchObject({ name: 'Intro', status: 'draft', version: 1, description: undefined });
    expect(sequence.steps).toMatchObject([
      { step_number: 1, step_type: 'email', delay_value: 0, thread_mode: 'new' },
      {
        step_number: 2,
        delay_value: 3,
        delay_unit: 'days',
        thread_mode: 'reply',
        variants: [{ label: 'A' }, { label: 'B' }],
      },
    ]);
    expect(sequence.steps.every(({ id }) => id.startsWith('stp_'))).toBe(true);
    expect(await get(sequence.id)).toEqual(sequence);
    expect(campaigns.violations).toEqual([]);
  });

  it('ignores the ids of steps that were copied from another sequence', async () => {
    const [first] = (await create(step())).steps;
    const copy = await create(step({ id: first?.id }));
    expect(copy.steps[0]?.id).not.toBe(first?.id);
  });

  it.each([
    ['a template that does not parse', step({ subject: '{{ nope' }), 'steps[1].subject'],
    ['an unknown tag', step({ body_html: '{% include "x" %}' }), 'steps[1].body_html'],
    [
      'a variant that does not parse',
      step({ variants: [variant(50), variant(50, { body_text: '{{ x | nope }}' })] }),
      'steps[1].variants[1].body_text',
    ],
    ['weights that do not sum to 100', step({ variants: [variant(50)] }), 'steps[1].variants'],
  ])('refuses %s', async (_name, second, field) => {
    await expect(create(step(), second)).rejects.toMatchObject({ kind: 'invalid_argument', field });
  });

  it('names each template that does not parse', async () => {
    await expect(create(step({ subject: '{{' }), step({ body_html: '{%' }))).rejects.toMatchObject({
      field: 'steps[0].subject',
      errors: [{ field: 'steps[0].subject' }, { field: 'steps[1].body_html' }],
    });
  });

  it('refuses more Liquid tags than it parses in one request', async () => {
    const steps = Array.from({ length: 11 }, () => step({ body_text: '{{a}}'.repeat(1_900) }));
    await expect(create(...steps)).rejects.toMatchObject({ field: 'steps' });
  });
});

describe('ListSequences', () => {
  it('returns pages, newest first, with the steps', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await create(step())).id);
    const first = await client.listSequences(ctx, { page: { page_size: 2, cursor: '' } });
    const cursor = first.meta?.next_cursor ?? '';
    const second = await client.listSequences(ctx, { page: { page_size: 2, cursor } });
    expect([...first.sequences, ...second.sequences].map(({ id }) => id)).toEqual(ids);
    expect(second.meta).toMatchObject({ has_more: false });
    expect(first.sequences[0]?.steps).toHaveLength(1);
  });

  it('searches the words of the current name, page by page', async () => {
    const [older, { id }] = [(await create(step())).id, await create(step())];
    const list = async (search: string, cursor = '') =>
      client.listSequences(ctx, { page: { page_size: 1, cursor }, search });
    const found = async (search: string) => (await list(search)).sequences.map((one) => one.id);
    const { sequences, meta } = await list('intr');
    const next = await list('intr', meta?.next_cursor);
    expect([...sequences, ...next.sequences].map((one) => one.id)).toEqual([id, older]);
    await client.updateSequence(ctx, { id, input: { name: 'Follow-up' }, mask: ['name'] });
    expect([await found('intro'), await found('UP fol'), await found('low')]).toEqual([[older], [id], []]);
  });

  it('returns shorter pages of large sequences', async () => {
    const large = Array.from({ length: 12 }, () => {
      const sequence = sequenceOf(ctx.workspaceId, 8);
      const steps = sequence.steps.map((one) => ({ ...one, body_text: 'x'.repeat(100_000) }));
      return { ...sequence, steps, steps_bytes: Buffer.byteLength(JSON.stringify(steps)) };
    });
    await campaigns.write('sequences', ...large);
    const first = await client.listSequences(ctx, { page: { page_size: 50, cursor: '' } });
    expect(first.sequences).toHaveLength(10);
    const cursor = first.meta?.next_cursor ?? '';
    const second = await client.listSequences(ctx, { page: { page_size: 50, cursor } });
    expect([second.sequences.length, second.meta?.has_more]).toEqual([2, false]);
  });
});

describe('UpdateSequence', () => {
  it('changes the fields of the mask and keeps version and steps', async () => {
    const { id, steps } = await create(step());
    const input = { name: 'New name', description: 'Text', status: 'archived' };
    const { sequence } = await client.updateSequence(ctx, {
      id,
      input,
      mask: ['name', 'description', 'status'],
    });
    expect(sequence).toMatchObject({ ...input, version: 1, steps });
    const cleared = await client.updateSequence(ctx, { id, input: {}, mask: ['description'] });
    expect(cleared.sequence).toMatchObject({ name: 'New name', description: undefined, status: 'archived' });
    const reset = await client.updateSequence(ctx, { id, input: {}, mask: ['status'] });
    expect(reset.sequence).toMatchObject({ name: 'New name', status: 'draft' });
  });
});

describe('ReplaceSteps', () => {
  it('keeps the ids of steps, removes and adds steps, and increments the version', async () => {
    const { id, steps } = await create(step(), step(), step());
    const [first, , third] = steps;
    const { sequence } = await replace(
      id,
      [{ ...third, ...step() }, step(), { ...first, ...step() }].map(withoutNumber),
    );
    expect(sequence).toMatchObject({ version: 2 });
    expect([sequence?.steps[0]?.id, sequence?.steps[2]?.id]).toEqual([third?.id, first?.id]);
    expect(sequence?.steps.map(({ step_number }) => step_number)).toEqual([1, 2, 3]);
    expect(await get(id)).toEqual(sequence);
  });

  it('changes nothing if the steps are the stored ones', async () => {
    const { id, steps } = await create(step(), step({ variants: [variant(60), variant(40)] }));
    expect((await replace(id, steps)).sequence).toMatchObject({ version: 1, steps });
  });

  it('refuses an id that is not of the sequence', async () => {
    const other = await create(step());
    const { id } = await create(step());
    await expect(replace(id, other.steps)).rejects.toMatchObject({ field: 'steps[0].id' });
  });

  it('accepts edits, but no added, removed or reordered steps, while a campaign is active', async () => {
    const { id, steps } = await create(step(), step());
    await use(id, 'active');
    const inUse = { kind: 'conflict', code: 'conflict', details: { reason: 'sequence_in_use' } };
    await expect(replace(id, [...steps, step()])).rejects.toMatchObject(inUse);
    await expect(replace(id, steps.slice(0, 1))).rejects.toMatchObject(inUse);
    await expect(replace(id, [...steps].reverse())).rejects.toMatchObject(inUse);
    await expect(replace(id, [step(), step()])).rejects.toMatchObject(inUse);
    const edited = steps.map((one) => ({ ...one, subject: 'Edited' }));
    expect((await replace(id, edited)).sequence).toMatchObject({ version: 2, steps: edited });
  });

  it('applies one of two concurrent changes after the other', async () => {
    const { id, steps } = await create(step());
    await Promise.all(
      ['a', 'b', 'c'].map(async (subject) => replace(id, [{ ...steps[0], ...step({ subject }) }])),
    );
    expect(await get(id)).toMatchObject({ version: 4 });
  });
});

describe('DeleteSequence', () => {
  it('deletes a sequence that no open campaign uses', async () => {
    const { id } = await create(step());
    await use(id, 'completed');
    await use(id, 'archived');
    await client.deleteSequence(ctx, { id });
    await expect(client.getSequence(ctx, { id })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(client.deleteSequence(ctx, { id })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it.each(['draft', 'active', 'paused'] as const)('refuses while a campaign is %s', async (status) => {
    const { id } = await create(step());
    await use(id, status);
    await expect(client.deleteSequence(ctx, { id })).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'in_use' },
    });
  });
});

describe('a transaction that holds a sequence', () => {
  it('makes a concurrent deletion and a concurrent change of the steps wait for its commit', async () => {
    const { id, steps } = await create(step(), step());
    const abortedBefore = await abortedTransactions();
    const session = campaigns.database.client.startSession();
    session.startTransaction();
    const collection = (name: string) => campaigns.database.collection<{ _id: string }>(name);
    await collection('sequences').updateOne({ _id: id }, { $inc: { holds: 1 } }, { session });
    const { id: _id, ...campaign } = campaignOf({ workspaceId: ctx.workspaceId, sequenceId: id });
    await collection('campaigns').insertOne({ _id, ...campaign }, { session });
    const refused = [client.deleteSequence(ctx, { id }), replace(id, steps.slice(0, 1))].map(async (call) =>
      expect(call).rejects.toMatchObject({ kind: 'conflict' }),
    );
    // Both transactions conflict with the one that holds the sequence, and run again.
    await eventually(async () => expect(await abortedTransactions()).toBeGreaterThan(abortedBefore + 1));
    await session.commitTransaction();
    await session.endSession();
    await Promise.all(refused);
    expect(await get(id)).toMatchObject({ version: 1, steps });
  });
});

describe('CloneSequence', () => {
  it('makes drafts with the same steps, new ids and a free name', async () => {
    const source = await create(step(), step({ variants: [variant(60), variant(40)] }));
    await replace(source.id, [...source.steps, step()]);
    const names = ['Intro (Copy)', 'Intro (Copy 2)'];
    for (const name of names) {
      const { sequence } = await client.cloneSequence(ctx, { id: source.id });
      expect(sequence).toMatchObject({ name, status: 'draft', version: 1 });
      expect(sequence?.steps).toHaveLength(3);
      const ids = new Set(source.steps.map(({ id }) => id));
      expect(sequence?.steps.some(({ id }) => ids.has(id))).toBe(false);
    }
    const named = await client.cloneSequence(ctx, { id: source.id, name: 'Second' });
    expect(named.sequence).toMatchObject({ name: 'Second' });
  });
});

describe('the methods of sequences', () => {
  it('need campaigns:read to read and campaigns:write to write', async () => {
    const { id } = await create(step());
    const reader = testCall(ctx.workspaceId, { scopes: new Set(['campaigns:read']) });
    const writer = testCall(ctx.workspaceId, { scopes: new Set(['campaigns:write']) });
    await expect(client.getSequence(reader, { id })).resolves.toBeDefined();
    await expect(client.getSequence(writer, { id })).rejects.toMatchObject({ kind: 'permission_denied' });
    await expect(client.deleteSequence(reader, { id })).rejects.toMatchObject({ kind: 'permission_denied' });
  });

  it('return 404 for a sequence of another workspace', async () => {
    const { id, steps } = await create(step());
    const other = testCall(newId('ws'), SCOPES);
    const selection = { sequence_id: id, contact_id: newId('ct'), step_number: 1 };
    const calls = [
      client.getSequence(other, { id }),
      client.updateSequence(other, { id, input: { name: 'x' }, mask: ['name'] }),
      client.deleteSequence(other, { id }),
      client.cloneSequence(other, { id }),
      client.replaceSteps(other, { id, steps }),
      client.previewStep(other, { selection }),
      client.sendTestEmail(other, { selection, sending_account_id: newId('acc'), to: 'me@example.com' }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ kind: 'not_found' });
    expect(await get(id)).toMatchObject({ name: 'Intro' });
  });
});

function withoutNumber(input: SequenceStepInput): SequenceStepInput {
  return { ...input, step_number: undefined };
}
