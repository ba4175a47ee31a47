import type { SuppressionStore } from './ports.ts';
import { hashedTarget } from './suppression.ts';

/**
 * Replaces the address of an erased contact by its digest in all suppressions. Suppressions of an earlier address are
 * included if they name the contact: no other record stores earlier addresses. Without an address, only these are.
 */
export async function hashSuppressions(
  { suppressions }: { readonly suppressions: Pick<SuppressionStore, 'ofContact' | 'hashAddress'> },
  { id, email }: { readonly id: string; readonly email: string | undefined },
): Promise<void> {
  const current = email === undefined ? [] : [{ type: 'email', value: email } as const];
  const targets = [...current, ...(await suppressions.ofContact(id))];
  for (const { type, value } of targets) {
    const hashed = hashedTarget({ type, value });
    if (hashed !== undefined) await suppressions.hashAddress({ type, value }, hashed);
  }
}
