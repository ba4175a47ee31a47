import { fitsCodePoints } from '@outreach/values';
import { z } from 'zod';
import { documentedAs } from './openapi-meta.ts';
import { TEXT_MAX, tooLong } from './text.ts';

export const PAGE_SIZE_MAX = 500;
export const PAGE_SIZE_DEFAULT = 50;
const CURSOR_LENGTH_MAX = 4_096;
export const TAGS_MAX = 100;
/** Tags of a request before duplicates are removed. The array is refused before its items are checked. */
const GIVEN_TAGS_MAX = 1_000;

/** The query parameter `page_size`. */
export function pageSize(): z.ZodType<number, string | undefined> {
  const message = `must be an integer from 1 to ${PAGE_SIZE_MAX}`;
  const schema = z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((size) => size >= 1 && size <= PAGE_SIZE_MAX, message)
    .default(PAGE_SIZE_DEFAULT);
  return documentedAs(schema, {
    type: 'integer',
    minimum: 1,
    maximum: PAGE_SIZE_MAX,
    default: PAGE_SIZE_DEFAULT,
    description: 'Number of items on a page.',
  });
}

/** The query parameter `cursor`, an opaque text. */
export function cursor(): z.ZodType<string | undefined, string | undefined> {
  return z
    .string()
    .max(CURSOR_LENGTH_MAX, 'is not a cursor of this list')
    .describe('`meta.next_cursor` of the previous page.')
    .optional();
}

/** A query parameter that is `true` or `false`. */
export function queryFlag(): z.ZodType<boolean | undefined, string | undefined> {
  const schema = z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((value) => value === 'true');
  return documentedAs(schema.optional(), { type: 'boolean' });
}

/** Tags: trimmed, without duplicates, in their order. An error names the index of the tag. */
export function tags(): z.ZodType<string[], string[]> {
  const schema = z
    .array(
      z
        .string()
        .transform((tag) => tag.trim())
        .pipe(oneTag()),
    )
    .max(GIVEN_TAGS_MAX)
    .transform((all) => [...new Set(all)])
    .refine((all) => all.length <= TAGS_MAX, `must be at most ${TAGS_MAX} items long`);
  const items = { type: 'string', minLength: 1, maxLength: TEXT_MAX.tag };
  return documentedAs(schema, { type: 'array', items, maxItems: TAGS_MAX });
}

function oneTag(): z.ZodType<string, string> {
  return z
    .string()
    .refine((tag) => tag !== '', 'must not be empty')
    .refine((tag) => fitsCodePoints(tag, TEXT_MAX.tag), tooLong(TEXT_MAX.tag));
}

const meta = { next_cursor: z.string().nullable(), has_more: z.boolean() };
const PageMeta = z.object(meta).meta({ id: 'PageMeta' });
const CountedPageMeta = z
  .object({
    ...meta,
    total_count: z.int(),
    total_count_estimated: z.boolean().optional(),
  })
  .meta({ id: 'CountedPageMeta' });

type Envelope<Item extends z.ZodType, Meta extends z.ZodType> = z.ZodObject<{
  data: z.ZodArray<Item>;
  meta: Meta;
}>;

/** The envelope of a list. In the document it has the name of its items: ContactPage has the items Contact. */
export function pageOf<Item extends z.ZodType>(item: Item): Envelope<Item, typeof PageMeta> {
  return named(item, z.object({ data: z.array(item), meta: PageMeta }));
}

/** The envelope of a list with a total count. */
export function countedPageOf<Item extends z.ZodType>(item: Item): Envelope<Item, typeof CountedPageMeta> {
  return named(item, z.object({ data: z.array(item), meta: CountedPageMeta }));
}

function named<Page extends z.ZodType>(item: z.ZodType, page: Page): Page {
  const id = item.meta()?.id;
  return id === undefined ? page : page.meta({ id: `${id}Page` });
}
