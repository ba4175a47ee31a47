import type { Contact } from '../../data/contacts.ts';
import type { DedupBehavior } from '../../data/imports.ts';
import { IGNORE } from './guess-columns.ts';

/** A field of a contact that is in the workspace and in the file. */
export interface ExampleField {
  readonly target: string;
  readonly stored: string;
  readonly given: string;
  /** The value after the import. */
  readonly result: string;
}

/** The fields of an existing contact that a row of the file fills, and what the import makes of them. */
export function exampleOf(
  contact: Contact,
  { targets, row }: { readonly targets: readonly string[]; readonly row: readonly string[] },
  behavior: DedupBehavior,
): readonly ExampleField[] {
  return targets.flatMap((target, index) => {
    const given = (row[index] ?? '').trim();
    if (target === IGNORE || target === 'email' || given === '') return [];
    const stored = storedValue(contact, target);
    return [{ target, stored, given, result: resultOf({ stored, given }, behavior) }];
  });
}

function resultOf(
  { stored, given }: { readonly stored: string; readonly given: string },
  behavior: DedupBehavior,
): string {
  if (behavior === 'skip') return stored;
  return behavior === 'fill_empty' && stored !== '' ? stored : given;
}

/** The value of a target such as `company.name`, as text. */
function storedValue(contact: Contact, target: string): string {
  const path = target === 'company_domain' ? 'company.domain' : target;
  const value = path
    .split('.')
    .reduce<unknown>(
      (owner, name) => (typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined),
      contact,
    );
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** The first rows by their address, lower-case. */
export function rowsByEmail(
  rows: readonly (readonly string[])[],
  targets: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const index = targets.indexOf('email');
  return new Map(
    rows.flatMap((row) => {
      const email = (row[index] ?? '').trim().toLowerCase();
      return email.includes('@') ? [[email, row] as const] : [];
    }),
  );
}
