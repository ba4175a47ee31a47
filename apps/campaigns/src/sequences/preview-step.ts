import { campaignErrors } from '@outreach/contracts-campaigns';
import { invalidField } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { TemplateCache } from '../templates/index.ts';
import { templateMessage } from './check-templates.ts';
import { chooseVariant } from './choose-variant.ts';
import { getSequence } from './manage-sequences.ts';
import { toTemplateData } from './merge-data.ts';
import type { PreviewPorts } from './ports.ts';
import { renderStep, StepTemplateError, type RenderedStep, type StepRendering } from './render-step.ts';
import type { Sequence, Step, Variant } from './sequence.ts';

/** A step of a sequence for a contact. */
export interface StepSelection {
  readonly sequenceId: string;
  readonly contactId: string;
  readonly stepNumber: number;
  /** Undefined for the variant that the contact would receive. */
  readonly variantId: string | undefined;
}

/**
 * Renders a step as the email engine does, without a sender.
 * @throws AppError not_found; invalid_argument on `step_number`, `variant_id` and `contact_id`; failed_precondition
 * `template_error` when a template cannot be rendered for the contact.
 */
export async function previewStep(
  ports: PreviewPorts,
  ctx: CallContext,
  selection: StepSelection,
): Promise<RenderedStep> {
  return renderSelected(ports, ctx, { selection, sender: undefined });
}

/** Renders a selected step with the record of a sending account. @throws AppError as previewStep. */
export async function renderSelected(
  ports: PreviewPorts,
  ctx: CallContext,
  { selection, sender }: { readonly selection: StepSelection; readonly sender: object | undefined },
): Promise<RenderedStep> {
  const selected = await findSelected(ports, selection);
  const { contactId } = selection;
  const { contacts, fallbackValues } = await ports.contacts.mergeDataOf(ctx, [contactId]);
  const contact = contacts.find(({ id }) => id === contactId);
  if (contact === undefined)
    throw invalidField('contact_id', 'contact_id must be a contact of this workspace.');
  const data = toTemplateData({ contact, fallbackValues, sender });
  return ports.cpu.run(ctx.workspaceId, () =>
    renderOrRefuse(ports.templates, { ...selected, contactId, data }),
  );
}

/** @throws AppError not_found; invalid_argument on `step_number` and `variant_id`. */
export async function findSelected(
  ports: PreviewPorts,
  { sequenceId, contactId, stepNumber, variantId }: StepSelection,
): Promise<{ readonly sequence: Sequence; readonly step: Step; readonly variant: Variant | undefined }> {
  const sequence = await getSequence(ports, sequenceId);
  const step = sequence.steps[stepNumber - 1];
  if (step === undefined)
    throw invalidField(
      'step_number',
      `step_number must be a step of the sequence, which has ${sequence.steps.length}.`,
    );
  if (variantId === undefined) return { sequence, step, variant: chooseVariant(step, contactId) };
  const variant = step.variants.find(({ id }) => id === variantId);
  if (variant === undefined) throw invalidField('variant_id', 'variant_id must be a variant of the step.');
  return { sequence, step, variant };
}

function renderOrRefuse(templates: TemplateCache, rendering: StepRendering): RenderedStep {
  try {
    return renderStep(templates, rendering);
  } catch (thrown) {
    if (!(thrown instanceof StepTemplateError)) throw thrown;
    const { field, cause } = thrown;
    throw campaignErrors.templateError.make({
      field,
      errors: [{ field, message: templateMessage(field, cause) }],
    });
  }
}
