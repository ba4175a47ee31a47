import { ContactUpdateBody } from '@outreach/contracts-contacts';
import { COMPANY_FIELDS, TEXT_FIELDS, type CompanyChange, type TextField } from '../contact-records/contact.ts';

/** What a provider knows of a contact, every value as a request could have written it. */
export type EnrichmentValues = Readonly<Partial<Record<TextField, string>>> & {
  readonly company: CompanyChange;
};

const UNUSABLE_TEXT = /\0|\p{Surrogate}/u;
const UNKNOWN_DEPARTMENT = 'other';

/** The values of an answer that a contact may have; one that is wrong, or over its bound, is left out alone. */
export function checkValues(answer: unknown): EnrichmentValues {
  const given = membersOf(answer);
  const texts: Partial<Record<TextField, string>> = {};
  for (const member of TEXT_FIELDS) {
    const value = checkText(member, given[member]);
    if (value !== undefined) texts[member] = value;
  }
  return { ...texts, company: checkCompany(membersOf(given['company'])) };
}

function checkText(member: TextField, given: unknown): string | undefined {
  if (typeof given !== 'string' || UNUSABLE_TEXT.test(given)) return undefined;
  const text = given.trim();
  if (text === '') return undefined;
  const value = ENUMERATIONS.has(member) ? toWord(text) : text;
  const result = ContactUpdateBody.shape[member].safeParse(value);
  if (result.success) return result.data ?? undefined;
  return member === 'department' ? UNKNOWN_DEPARTMENT : undefined;
}

const ENUMERATIONS: ReadonlySet<TextField> = new Set(['seniority', 'department']);

/** As enumerations are written: `C-Suite` is c_suite. */
function toWord(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]+/g, '_');
}

function checkCompany(given: Readonly<Record<string, unknown>>): CompanyChange {
  const schema = ContactUpdateBody.shape.company;
  const valid = COMPANY_FIELDS.flatMap((member) => {
    const value = given[member];
    if (value === undefined || value === null || value === '') return [];
    if (typeof value === 'string' && UNUSABLE_TEXT.test(value)) return [];
    const result = schema.safeParse({ [member]: typeof value === 'string' ? value.trim() : value });
    return result.success ? [[member, result.data?.[member]] as const] : [];
  });
  return Object.fromEntries(valid.filter(([, value]) => value !== null && value !== undefined));
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
