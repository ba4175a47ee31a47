import { z } from 'zod';
import { documentedAs } from './openapi-meta.ts';

/** 26 characters of Crockford base 32. The first is at most 7, because a ULID has 128 bits. */
const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** The id of a resource: a prefix, an underscore and a ULID. */
export function id(prefix: string): z.ZodType<string, string> {
  const pattern = `^${prefix}_${ULID}$`;
  const schema = z
    .string()
    .regex(new RegExp(pattern), `must be an id such as ${prefix}_01J9Z3K8Q4N5R6S7T8V9W0X1Y2`);
  return documentedAs(schema, { type: 'string', pattern });
}
