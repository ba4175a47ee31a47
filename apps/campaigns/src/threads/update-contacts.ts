import type { ContactNames, ThreadChange, ThreadStore } from './ports.ts';

/** Part of a transaction: shows the current addresses and names of contacts in their threads. */
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
    const isSame =
      before.contact_email === contact_email &&
      before.first_name === first_name &&
      before.last_name === last_name;
    const version = before.version + 1;
    return isSame ? [] : [{ before, after: { ...before, contact_email, first_name, last_name, version } }];
  });
  await threads.write(changes);
}
