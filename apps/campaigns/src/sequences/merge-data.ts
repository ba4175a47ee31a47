import type { ContactRecord } from '@outreach/contracts-contacts';
import type { TemplateData } from '../templates/index.ts';

/** Values of templates when a contact has none, by the name of the custom field. */
export type FallbackValues = Readonly<Record<string, unknown>>;

export interface MergeInput {
  readonly contact: ContactRecord;
  readonly fallbackValues: FallbackValues;
  /** The public record of the sending account; undefined inserts nothing. */
  readonly sender: object | undefined;
}

/** The variables of the templates for one contact. */
export function toTemplateData({ contact, fallbackValues, sender }: MergeInput): TemplateData {
  const custom_fields = withFallback(contact.custom_fields, fallbackValues);
  return {
    contact: { ...contact, custom_fields },
    company: contact.company,
    custom_fields,
    sender: sender ?? {},
  };
}

function withFallback(values: Readonly<Record<string, unknown>>, fallback: FallbackValues): object {
  const own = Object.entries(values).filter(([, value]) => !isEmpty(value));
  return { ...values, ...fallback, ...Object.fromEntries(own) };
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
