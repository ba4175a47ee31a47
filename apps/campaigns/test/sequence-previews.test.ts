import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SequenceStepInput } from '@outreach/contracts-campaigns/gen/sequences.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startCampaigns } from './campaigns-harness.ts';
import {
  addContact,
  createSequence,
  SEQUENCE_SCOPES as SCOPES,
  stepInput as step,
  variantInput as variant,
} from './sequence-requests.ts';

const campaigns = await sharedByTests(startCampaigns);
const { client, contacts } = campaigns;
let ctx: CallContext;

beforeEach(() => {
  ctx = testCall(newId('ws'), SCOPES);
  contacts.fallbackValues = {};
});

const create = async (...steps: readonly SequenceStepInput[]) => createSequence(campaigns, ctx, steps);

const replace = async (id: string, steps: readonly SequenceStepInput[]) =>
  client.replaceSteps(ctx, { id, steps: [...steps] });

function newContact(first_name: string, custom_fields: Record<string, unknown> = {}): string {
  return addContact(contacts, ctx, { first_name, custom_fields });
}

describe('PreviewStep', () => {
  it('renders a step for a contact, with fallback values', async () => {
    contacts.fallbackValues = { plan: 'free' };
    const { id } = await create(step());
    const preview = async (contact_id: string) =>
      client.previewStep(ctx, { selection: { sequence_id: id, contact_id, step_number: 1 } });
    expect(await preview(newContact('Maria', { plan: '<pro>' }))).toEqual({
      subject: 'Hi Maria',
      body_html: '<p>Hello Maria, &lt;pro&gt;</p>',
      body_text: 'Hello Maria, <pro>',
    });
    expect(await preview(newContact(''))).toMatchObject({ subject: 'Hi', body_text: 'Hello there, free' });
  });

  it('renders the named variant, and otherwise always the same one', async () => {
    const variants = [variant(50, { subject: 'A' }), variant(50, { subject: 'B' })];
    const { id, steps } = await create(step({ variants }));
    const contact_id = newContact('Maria');
    const preview = async (variant_id?: string) => {
      const selection = { sequence_id: id, contact_id, step_number: 1, variant_id };
      return (await client.previewStep(ctx, { selection })).subject;
    };
    const [first, second] = steps[0]?.variants ?? [];
    expect([await preview(first?.id), await preview(second?.id)]).toEqual(['A', 'B']);
    expect(await preview()).toBe(await preview());
  });

  it('renders the newest version', async () => {
    const { id, steps } = await create(step());
    const selection = { sequence_id: id, contact_id: newContact('Maria'), step_number: 1 };
    await client.previewStep(ctx, { selection });
    await replace(id, [{ ...steps[0], ...step({ subject: 'Changed' }) }]);
    expect(await client.previewStep(ctx, { selection })).toMatchObject({ subject: 'Changed' });
  });

  it('names the wrong field', async () => {
    const { id } = await create(step());
    const selection = { sequence_id: id, contact_id: newContact('Maria'), step_number: 1 };
    const preview = async (changes: object) =>
      client.previewStep(ctx, { selection: { ...selection, ...changes } });
    await expect(preview({ step_number: 2 })).rejects.toMatchObject({ field: 'step_number' });
    await expect(preview({ variant_id: 'var_1' })).rejects.toMatchObject({ field: 'variant_id' });
    await expect(preview({ contact_id: newId('ct') })).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'contact_id',
    });
    await expect(preview({ sequence_id: newId('seq') })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('refuses a contact of another workspace', async () => {
    const contact_id = newContact('Maria');
    ctx = testCall(newId('ws'), SCOPES);
    const { id } = await create(step());
    const selection = { sequence_id: id, contact_id, step_number: 1 };
    await expect(client.previewStep(ctx, { selection })).rejects.toMatchObject({ field: 'contact_id' });
  });

  it('names the template that cannot be rendered', async () => {
    const { id } = await create(step(), step({ body_html: '{{ "x" | append }}' }));
    const selection = { sequence_id: id, contact_id: newContact('Maria'), step_number: 2 };
    await expect(client.previewStep(ctx, { selection })).rejects.toMatchObject({
      kind: 'failed_precondition',
      code: 'template_error',
      field: 'steps[1].body_html',
    });
  });
});

describe('SendTestEmail', () => {
  it('refuses an unknown account', async () => {
    const { id } = await create(step());
    const selection = { sequence_id: id, contact_id: newContact('Maria'), step_number: 1 };
    const request = { selection, sending_account_id: newId('acc'), to: 'me@example.com' };
    await expect(client.sendTestEmail(ctx, request)).rejects.toMatchObject({ field: 'sending_account_id' });
  });
});
