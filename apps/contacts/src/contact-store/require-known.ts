import { AppError } from '@outreach/errors';
import type { ContactStore } from './ports.ts';

const ERRORS_MAX = 50;

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
  const [first] = errors;
  if (first === undefined) return;
  throw new AppError('invalid_argument', `${first.field} ${first.message}.`, {
    field: first.field,
    errors: errors.slice(0, ERRORS_MAX),
  });
}
