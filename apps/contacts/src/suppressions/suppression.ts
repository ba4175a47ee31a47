import type { SuppressionReason } from '@outreach/contracts-contacts';

export type SuppressionType = 'email' | 'domain';

/** What is suppressed: an address, or a domain with everything under it. */
export interface SuppressedTarget {
  readonly type: SuppressionType;
  /** Normalised; `sha256:` and hex for an address whose contact was erased. */
  readonly value: string;
}

export interface Suppression extends SuppressedTarget {
  readonly id: string;
  /** Empty for one of the operator's, which hold in every workspace. */
  readonly workspace_id: string;
  readonly reason: SuppressionReason;
  readonly source: string;
  readonly campaign_id: string | null;
  readonly contact_id: string | null;
  readonly created_at: Date;
}

/** How the value of an erased address is written. */
export const HASHED_PREFIX = 'sha256:';

/** Digests an address: SHA-256, hex. */
export type Sha256 = (text: string) => string;

/** An address by its digest; undefined for what is none, or is a digest already. */
export function hashedTarget(
  { type, value }: SuppressedTarget,
  sha256: Sha256,
): SuppressedTarget | undefined {
  if (type !== 'email' || value.startsWith(HASHED_PREFIX)) return undefined;
  return { type, value: HASHED_PREFIX + sha256(value) };
}

/** Every target that would cover an address: itself, its digest, its domain and the domains above it. */
export function coveringTargets(email: string, sha256: Sha256): readonly SuppressedTarget[] {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.');
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  return [
    { type: 'email', value: email },
    { type: 'email', value: HASHED_PREFIX + sha256(email) },
    ...domains.map((value) => ({ type: 'domain', value }) as const),
  ];
}

/** One text for a target, by which stores look it up. */
export function keyOf({ type, value }: SuppressedTarget): string {
  return `${type}:${value}`;
}
