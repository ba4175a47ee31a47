import type { ChangeTagsRequest } from '@outreach/contracts-contacts/gen/contacts.ts';
import { invalidField } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { getContact } from '../contact-store/index.ts';
import { TAGS_MAX } from '../contact-model/index.ts';
import type { ContactPorts } from './ports.ts';
import { prepareChange, type UpdatePlan } from './update-contact.ts';

/**
 * Adds and removes tags, which are trimmed and without repetitions; a tag in both lists is removed.
 * @throws AppError not_found; invalid_argument for too many tags; conflict when the contact is deleted.
 */
export async function prepareTagChange(
  ports: ContactPorts,
  ctx: CallContext,
  { id, add, remove }: ChangeTagsRequest,
): Promise<UpdatePlan> {
  const contact = await getContact(ports, id);
  const removed = new Set(remove);
  const tags = [...new Set([...contact.tags, ...add])].filter((tag) => !removed.has(tag));
  if (tags.length > TAGS_MAX) throw invalidField('add', `A contact has at most ${TAGS_MAX} tags.`);
  return prepareChange(ports, ctx, { contact, change: { tags } });
}
