import { refuseWrong } from '../contact-model/index.ts';
import type { ContactStore } from './ports.ts';

/** @throws AppError invalid_argument on `contact_ids[i]` for an id that is no contact of the workspace. */
export async function requireKnownContacts(
  { contacts }: { readonly contacts: Pick<ContactStore, 'known'> },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const known = await contacts.known(ids);
  const errors = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `contact_ids[${index}]`, message: 'must be a contact of this workspace' }],
  );
  refuseWrong(errors);
}
