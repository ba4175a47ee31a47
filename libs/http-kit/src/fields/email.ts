import { normaliseDomain, normaliseEmail } from '@outreach/values';
import { z } from 'zod';
import { documentedAs } from './openapi-meta.ts';
import { TEXT_MAX } from './text.ts';

/** A required email address, normalised. */
export function email(): z.ZodType<string, string> {
  const schema = z
    .string({ error: (issue) => (issue.input === null ? 'is required' : undefined) })
    .transform((raw, issues) => {
      const normalised = normaliseEmail(raw);
      if (normalised !== undefined) return normalised;
      issues.addIssue({ code: 'custom', message: raw === '' ? 'is required' : 'must be an email address' });
      return z.NEVER;
    });
  return documentedAs(schema, { type: 'string', format: 'email', maxLength: TEXT_MAX.email });
}

/** A domain name of two labels or more, normalised. */
export const domainName: z.ZodType<string, string> = z.string().transform((raw, issues) => {
  const normalised = normaliseDomain(raw);
  if (normalised !== undefined) return normalised;
  issues.addIssue({ code: 'custom', message: 'must be a domain name' });
  return z.NEVER;
});
