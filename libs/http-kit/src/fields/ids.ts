import { z } from 'zod';
import { documentedAs } from './openapi-meta.ts';

/** Crockford base 32, 26 characters; the first is at most 7, for 128 bits. */
const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** An id of one kind of resource: its prefix, an underscore and a ULID. */
export function id(prefix: string): z.ZodType<string, string> {
  const pattern = `^${prefix}_${ULID}$`;
  const schema = z.string().regex(new RegExp(pattern), `must be an id that starts with ${prefix}_`);
  return documentedAs(schema, { type: 'string', pattern });
}
