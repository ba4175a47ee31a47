import { invalidField } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { changeContact, getContact } from './change-contact.ts';
import type { Deps } from '../domain/ports.ts';

const TAGS_MAX = 100;

export interface TagChange {
  readonly id: string;
  /** Trimmed and without repetitions, like `remove`. */
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * The contact's tags with some more and some less; remove wins over add.
 * @throws AppError not_found; invalid_argument when there would be too many; conflict when the contact is deleted.
 */
export async function changeTags(
  deps: Deps,
  ctx: CallContext,
  { id, add, remove }: TagChange,
): Promise<readonly string[]> {
  const contact = await getContact(deps, id);
  const gone = new Set(remove);
  const tags = [...new Set([...contact.tags, ...add])].filter((tag) => !gone.has(tag));
  if (tags.length > TAGS_MAX) throw invalidField('add', `A contact has at most ${TAGS_MAX} tags.`);
  return (await changeContact(deps, ctx, { contact, change: { tags } })).tags;
}
