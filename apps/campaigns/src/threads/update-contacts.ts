import type { ContactNames, ThreadChange, ThreadStore } from './ports.ts';

/**
 * Part of a transaction: shows the current addresses and names of contacts in their threads. A change that is older than
 * what a thread shows is left out: an event can arrive again after later ones.
 */
export async function updateContacts(
  { threads }: { readonly threads: Pick<ThreadStore, 'ofContacts' | 'write'> },
  namesOf: ReadonlyMap<string, ContactNames>,
): Promise<void> {
  if (namesOf.size === 0) return;
  const found = await threads.ofContacts([...namesOf.keys()]);
  const changes = found.flatMap((before): ThreadChange[] => {
    const names = namesOf.get(before.contact_id);
    if (names === undefined) return [];
    const { email: contact_email, first_name, last_name } = names;
    const contact_updated_at = new Date(names.updated_at);
    const { contact_updated_at: shownAt, version } = before;
    if (shownAt !== null && contact_updated_at < shownAt) return [];
    const shown = { contact_email, first_name, last_name, contact_updated_at };
    return [{ before, after: { ...before, ...shown, version: version + 1 } }];
  });
  await threads.write(changes);
}
