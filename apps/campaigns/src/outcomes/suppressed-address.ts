import { addressDigest, hashedAddress } from '../sends/index.ts';

/** The address of an email or an enrollment; `contact_email` is null after the erasure of its contact. */
interface StoredAddress {
  readonly contact_email: string | null;
  readonly address_digest?: string | undefined;
}

/** The address as contacts suppresses it: that of an erased contact by its digest. Undefined if neither is known. */
export function suppressedAddress({
  contact_email: email,
  address_digest,
}: StoredAddress): { readonly email: string; readonly address_digest: string } | undefined {
  const digest = email === null ? address_digest : addressDigest(email);
  return digest === undefined ? undefined : { email: email ?? hashedAddress(digest), address_digest: digest };
}
