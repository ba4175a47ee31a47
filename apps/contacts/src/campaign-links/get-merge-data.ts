import { invalidField } from '@outreach/errors';
import type { Contact } from '../contact-model/index.ts';
import type { CampaignLinkPorts } from './ports.ts';

const CONTACTS_MAX = 1_000;

/** The data that templates insert. */
export interface MergeData {
  readonly contacts: readonly Contact[];
  /** By the name of the custom field; fields without a fallback value are absent. */
  readonly fallbackValues: Readonly<Record<string, unknown>>;
}

/**
 * Returns the contacts that exist and are not deleted, with the fallback values of the workspace's custom fields.
 * @throws AppError invalid_argument on more than 1,000 contacts.
 */
export async function getMergeData(
  { contacts, customFields }: CampaignLinkPorts,
  contactIds: readonly string[],
): Promise<MergeData> {
  if (contactIds.length > CONTACTS_MAX)
    throw invalidField('contact_ids', `contact_ids must have at most ${CONTACTS_MAX} items.`);
  const [found, fields] = await Promise.all([contacts.findByIds(contactIds), customFields.all()]);
  const fallbacks = fields.flatMap(({ name, fallback_value: value }) =>
    value === null ? [] : [[name, value] as const],
  );
  return {
    contacts: found.filter(({ is_deleted }) => !is_deleted),
    fallbackValues: Object.fromEntries(fallbacks),
  };
}
