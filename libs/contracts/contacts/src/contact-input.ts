import { describedBy, maskOf } from '@outreach/contracts-common';
import { fitsCodePoints, withoutNull } from '@outreach/values';
import {
  domainName,
  documentedAs,
  email,
  httpUrl,
  optional,
  optionalInteger,
  optionalText,
  tags,
  TEXT_MAX,
  timeZoneName,
} from '@outreach/http-kit/fields';
import { z } from 'zod';
import type { ContactInput } from './gen/contacts.ts';
import { ContactRecord, DEPARTMENTS, SENIORITIES, VERIFICATION_STATUSES } from './record.ts';

/** Limit for the rows of one bulk request, of contacts and of suppressions. */
export const BULK_ROWS_MAX = 1_000;
const EMPLOYEE_COUNT_MAX = 2_147_483_647;
/** Limit for all custom fields of one contact as JSON. */
const CUSTOM_FIELDS_BYTES_MAX = 32_768;

const line = () => optionalText(TEXT_MAX.line);
const oneOf = (values: readonly string[]) =>
  optional(z.enum(values), { type: 'string', enum: [...values, null] });

const CompanyBody = z
  .object({
    name: line().describe('Name.'),
    domain: optional(domainName, { type: 'string', maxLength: 253 }),
    industry: line(),
    employee_count: optionalInteger(0, EMPLOYEE_COUNT_MAX),
    revenue_band: line(),
  })
  .meta({ id: 'CompanyInput' });

const customFields = documentedAs(
  z.record(z.string(), z.unknown()).superRefine((fields, issues) => {
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value !== 'string' || fitsCodePoints(value, TEXT_MAX.customValue)) continue;
      issues.addIssue({
        code: 'custom',
        path: [name],
        message: `must be at most ${TEXT_MAX.customValue} characters long`,
      });
    }
    if (Buffer.byteLength(JSON.stringify(fields)) > CUSTOM_FIELDS_BYTES_MAX) {
      issues.addIssue({
        code: 'custom',
        message: `must be at most ${CUSTOM_FIELDS_BYTES_MAX} bytes as JSON`,
      });
    }
  }),
  { type: 'object', additionalProperties: true },
);

const writable = {
  first_name: optionalText(TEXT_MAX.personName),
  last_name: optionalText(TEXT_MAX.personName),
  full_name: optionalText(TEXT_MAX.fullName),
  title: line(),
  seniority: oneOf(SENIORITIES),
  department: oneOf(DEPARTMENTS),
  phone: line(),
  mobile: line(),
  linkedin_url: optional(httpUrl, { type: 'string', format: 'uri', maxLength: TEXT_MAX.url }),
  city: line(),
  state: line(),
  country: line(),
  time_zone: optional(timeZoneName, { type: 'string' }),
  company_domain: optional(domainName, { type: 'string', maxLength: 253 }).describe(
    'Domain of the company. `company.domain` takes precedence.',
  ),
  company: CompanyBody.optional(),
  tags: tags().optional(),
  custom_fields: customFields.optional(),
  verification_status: z.enum(VERIFICATION_STATUSES).optional(),
};

export const ContactCreateBody = z
  .object(describedBy(ContactRecord, { email: email(), ...writable }))
  .meta({ id: 'ContactCreate' });
export const ContactUpdateBody = z
  .object(describedBy(ContactRecord, { email: email().optional(), ...writable }))
  .meta({ id: 'ContactUpdate' });

type ContactBody = z.output<typeof ContactUpdateBody>;

/** The fields of a body as a message: the values, and the mask with the names of the fields in the body. */
export function toContactInput(body: ContactBody): { input: ContactInput; mask: string[] } {
  const { company, tags: tagList, custom_fields, ...scalars } = body;
  return {
    input: {
      ...withoutNull(scalars),
      company: company === undefined ? undefined : withoutNull(company),
      tags: tagList ?? [],
      custom_fields,
    },
    mask: maskOf(body, ['company']),
  };
}
