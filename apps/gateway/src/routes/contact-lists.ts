import type { PageMeta } from '@outreach/contracts-common';
import { fitsCodePoints } from '@outreach/values';
import { ContactRecord, GRADES, ICP_TIERS, toContactRecord } from '@outreach/contracts-contacts';
import { CONTACT_SORTS } from '@outreach/contracts-contacts/enumerations';
import type {
  Contact as ContactMessage,
  ListContactsRequest,
} from '@outreach/contracts-contacts/gen/contacts.ts';
import {
  countedPageOf,
  cursor,
  documentedAs,
  id,
  pageSize,
  queryFlag,
  timestamp,
} from '@outreach/http-kit/fields';
import { z } from 'zod';
import { toMeta, toPageRequest } from './route.ts';

const SEARCH_CHARACTERS_MAX = 200;
const TAGS_MAX = 20;

export const Contact = ContactRecord.meta({ id: 'Contact' });
export const ContactPage = countedPageOf(Contact);

/** A comma-separated list of known values. An unknown value makes the whole parameter invalid. */
export function commaList(values: readonly string[]): z.ZodType<string[] | undefined, string | undefined> {
  const schema = z.string().transform((text, issues) => {
    const parts = text.split(',').map((part) => part.trim());
    if (parts.every((part) => values.includes(part))) return parts;
    issues.addIssue({ code: 'custom', message: `must be a comma-separated list of ${values.join(', ')}` });
    return z.NEVER;
  });
  return documentedAs(schema.optional(), {
    type: 'string',
    description: `One or more of ${values.join(', ')}, separated by commas.`,
  });
}

/** Words to search for in some fields. */
export function searchIn(fields: string): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .refine(
      (text) => fitsCodePoints(text, SEARCH_CHARACTERS_MAX),
      `must be at most ${SEARCH_CHARACTERS_MAX} characters long`,
    )
    .optional()
    .describe(`Every word must be the beginning of a word in ${fields}.`);
}

export const ContactListQuery = z.object({
  page_size: pageSize(),
  cursor: cursor(),
  icp_tier: commaList(ICP_TIERS),
  grade: commaList(GRADES),
  tag: z
    .array(z.string().transform((tag) => tag.trim()))
    .max(TAGS_MAX)
    .optional()
    .describe('A tag that the contacts have. Repeat the parameter for several tags.'),
  segment_id: id('seg').optional().describe('Id of a segment.'),
  search: searchIn('email, names, title, company name or company domain'),
  created_after: timestamp().optional().describe('Only resources created after this time.'),
  updated_after: timestamp().optional().describe('Only resources updated after this time.'),
  sort: z.enum(CONTACT_SORTS).default('created_desc').describe('Sort order.'),
  include_deleted: queryFlag().describe('`true` also returns soft-deleted contacts.'),
});

export function toListRequest(query: z.output<typeof ContactListQuery>): ListContactsRequest {
  return {
    page: toPageRequest(query),
    sort: query.sort,
    icp_tiers: query.icp_tier ?? [],
    grades: query.grade ?? [],
    tags: query.tag ?? [],
    segment_id: query.segment_id,
    search: query.search,
    created_after: query.created_after,
    updated_after: query.updated_after,
    include_deleted: query.include_deleted ?? false,
  };
}

interface ContactPageReply {
  readonly contacts: readonly ContactMessage[];
  readonly meta: PageMeta | undefined;
}

/** The envelope of every list of contacts. */
export function toContactPage({ contacts, meta }: ContactPageReply): z.output<typeof ContactPage> {
  const estimated = meta?.total_count_estimated === true ? { total_count_estimated: true } : {};
  const total_count = meta?.total_count ?? 0;
  return { data: contacts.map(toContactRecord), meta: { ...toMeta(meta), total_count, ...estimated } };
}
