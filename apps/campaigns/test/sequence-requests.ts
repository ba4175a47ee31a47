import type { SequenceStepInput, StepVariantInput } from '@outreach/contracts-campaigns/gen/sequences.ts';
import { newId, type CallContext } from '@outreach/service-kit';
import type { CampaignsUnderTest } from './campaigns-harness.ts';
import type { FakeContacts } from './fake-contacts.ts';

export const SEQUENCE_SCOPES = { scopes: new Set(['campaigns:write', 'campaigns:read']) };

/** A step with subject and HTML. */
export function stepInput(changes: Partial<SequenceStepInput> = {}): SequenceStepInput {
  return {
    subject: 'Hi {{ contact.first_name }}',
    body_html: '<p>Hello {{ contact.first_name | default: "there" }}, {{ custom_fields.plan }}</p>',
    variants: [],
    winner: undefined,
    ...changes,
  };
}

export function variantInput(weight: number, changes: Partial<StepVariantInput> = {}): StepVariantInput {
  return { weight, ...changes };
}

/** Creates a sequence named Intro. */
export async function createSequence(
  { client }: Pick<CampaignsUnderTest, 'client'>,
  ctx: CallContext,
  steps: readonly SequenceStepInput[],
) {
  const { sequence } = await client.createSequence(ctx, { input: { name: 'Intro' }, steps: [...steps] });
  if (sequence === undefined) throw new Error('The reply has no sequence.');
  return sequence;
}

/** Adds a contact of the workspace to the fake contacts service. Returns its id. */
export function addContact(
  contacts: FakeContacts,
  { workspaceId }: CallContext,
  fields: { readonly first_name: string; readonly custom_fields?: Record<string, unknown> },
): string {
  const id = newId('ct');
  const at = new Date('2026-01-31T09:30:00.000Z');
  contacts.merged.set(id, {
    id,
    workspace_id: workspaceId,
    email: `${id.toLowerCase()}@example.com`,
    lead_source: 'api',
    lead_score: 0,
    icp_tier: 'D',
    grade: 'F',
    tags: [],
    verification_status: 'valid',
    verified_at: undefined,
    is_enriched: false,
    is_deleted: false,
    company: { name: 'Ada & Sons' },
    custom_fields: {},
    created_at: at,
    updated_at: at,
    ...fields,
  });
  return id;
}
