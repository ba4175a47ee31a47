import type { ShownData } from '@outreach/contracts-common/personal-data';
import { sha256, toRecord, type Contact } from '../contact-model/index.ts';
import { HASHED_PREFIX, keyOf, scopeOf, type SuppressionStore } from '../suppressions/index.ts';
import type { AttachedFields, PersonalData } from './ports.ts';

/** The places with data of contacts, as their personal data shows them: everything that an erasure clears. */
export function shownPlaces(
  personalData: PersonalData,
  suppressions: SuppressionStore,
  attached: AttachedFields,
): ShownData<Contact>[] {
  return [
    {
      section: 'contact',
      read: async (contact) => ({ records: [await recordOf(contact, attached)], after: undefined }),
    },
    {
      section: 'suppressions',
      read: async ({ id, email }) => {
        // An erased contact with this address has left its suppression as a digest.
        const values = [email, HASHED_PREFIX + sha256(email)];
        const keys = values.map((value) => keyOf({ type: 'email', value }));
        const found = [...(await suppressions.findByKeys(keys)), ...(await suppressions.ofContact(id))];
        const distinct = new Map(found.map((one) => [one.id, one]));
        const records = [...distinct.values()].map((one) => ({ ...one, scope: scopeOf(one) }));
        return { records, after: undefined };
      },
    },
    { notShown: 'rows of uploaded files: they become contacts or row errors, and the files are deleted' },
    { notShown: 'the address in the registry of the agency, which the contact has too' },
    ...personalData.map(({ shown }) => shown),
  ];
}

async function recordOf(contact: Contact, attached: AttachedFields): Promise<object> {
  const { deleted_at, deletion_reason, engagement_points = null } = contact;
  const fields = await attached.find(contact.id);
  return { ...toRecord(contact), deleted_at, deletion_reason, engagement_points, ...fields };
}
