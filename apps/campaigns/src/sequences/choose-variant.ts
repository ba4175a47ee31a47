import { hashFraction } from '../templates/index.ts';
import type { Step, Variant } from './sequence.ts';

/**
 * The active variant of a step that a contact receives, by the weights. The same contact always gets the same one while
 * the variants stay unchanged. Undefined for a step without active variants, which has its own texts only.
 */
export function chooseVariant(step: Step, contactId: string): Variant | undefined {
  const active = step.variants.filter(({ is_active, weight }) => is_active && weight > 0);
  const total = active.reduce((sum, { weight }) => sum + weight, 0);
  let rest = hashFraction('variant', contactId, step.id) * total;
  for (const variant of active) {
    rest -= variant.weight;
    if (rest < 0) return variant;
  }
  return active.at(-1);
}
