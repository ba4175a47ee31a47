import { ContactUpdateBody } from '@outreach/contracts-contacts/contact-input';
import { COMPANY_FIELDS, TEXT_FIELDS, type ContactChange } from '../contact-model/index.ts';
import type { TextField } from './ports.ts';

type CompanyChange = NonNullable<ContactChange['company']>;

/** The valid values of a provider's answer. */
export type EnrichmentValues = Readonly<Partial<Record<TextField, string>>> & {
  readonly company: CompanyChange;
};

const UNUSABLE_TEXT = /\0|\p{Surrogate}/u;
const UNKNOWN_DEPARTMENT = 'other';

/** Returns the values of an answer that a request could write; invalid and too long values are dropped one by one. */
export function checkValues(answer: unknown): EnrichmentValues {
  const given = fieldsOf(answer);
  const texts: Partial<Record<TextField, string>> = {};
  for (const field of TEXT_FIELDS) {
    const value = checkText(field, given[field]);
    if (value !== undefined) texts[field] = value;
  }
  return { ...texts, company: checkCompany(fieldsOf(given['company'])) };
}

function checkText(field: TextField, given: unknown): string | undefined {
  if (typeof given !== 'string' || UNUSABLE_TEXT.test(given)) return undefined;
  const text = given.trim();
  if (text === '') return undefined;
  const value = ENUMERATIONS.has(field) ? toEnumValue(text) : text;
  const result = ContactUpdateBody.shape[field].safeParse(value);
  if (result.success) return result.data ?? undefined;
  return field === 'department' ? UNKNOWN_DEPARTMENT : undefined;
}

const ENUMERATIONS: ReadonlySet<TextField> = new Set(['seniority', 'department']);

/** The spelling of enumeration values: `C-Suite` becomes c_suite. */
function toEnumValue(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]+/g, '_');
}

function checkCompany(given: Readonly<Record<string, unknown>>): CompanyChange {
  const schema = ContactUpdateBody.shape.company;
  const valid = COMPANY_FIELDS.flatMap((field) => {
    const value = given[field];
    if (value === undefined || value === null || value === '') return [];
    if (typeof value === 'string' && UNUSABLE_TEXT.test(value)) return [];
    const result = schema.safeParse({ [field]: typeof value === 'string' ? value.trim() : value });
    return result.success ? [[field, result.data?.[field]] as const] : [];
  });
  return Object.fromEntries(valid.filter(([, value]) => value !== null && value !== undefined));
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
