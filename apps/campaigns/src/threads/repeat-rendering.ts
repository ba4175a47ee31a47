import { openRendering, type Send } from '../sends/index.ts';
import { StepTemplateError, stepTemplates, type SequenceContent } from '../sequences/index.ts';
import type { RenderingPorts } from './ports.ts';

export type RenderedSend = Pick<Send, 'contact_id' | 'step_id' | 'variant_id' | 'sealed_rendering'>;

/** The variables of an email; those that its templates do not name are not kept. */
const NO_VALUES = { contact: {}, company: {}, custom_fields: {}, sender: {} };

/** An email as it was sent. */
export interface RepeatedEmail extends ReturnType<typeof stepTemplates.renderBodies> {
  readonly from_name: string | null;
}

/**
 * An email as it was sent, with the original links and without pixel. Undefined if it is not known how
 * the email was rendered.
 * @param content the sequence at the version of the send.
 */
export function repeatRendering(
  { templates, sealer }: RenderingPorts,
  { contact_id: contactId, step_id, variant_id, sealed_rendering: sealed }: RenderedSend,
  content: SequenceContent | undefined,
): RepeatedEmail | undefined {
  const step = content?.steps.find(({ id }) => id === step_id);
  if (content === undefined || step === undefined || sealed === null) return undefined;
  const variant = step.variants.find(({ id }) => id === variant_id);
  const { at, from_name, values } = openRendering(sealer, sealed);
  const data = { ...NO_VALUES, ...values };
  try {
    const rendering = { sequence: content, step, variant, contactId, data, at };
    return { from_name, ...stepTemplates.renderBodies(templates, rendering) };
  } catch (thrown) {
    // The email was rendered before: this process is too busy.
    if (thrown instanceof StepTemplateError) return undefined;
    throw thrown;
  }
}
