import type { SUPPRESSION_SCOPES, SUPPRESSION_TYPES } from '@outreach/contracts-contacts/enumerations';
import {
  SUPPRESSION_REASONS,
  type SuppressionReason,
} from '@outreach/contracts-contacts/suppression-reasons';
import { sha256 } from '../contact-model/index.ts';

export type SuppressionType = (typeof SUPPRESSION_TYPES)[number];

/** The suppressed address, or the suppressed domain with its subdomains. */
export interface SuppressedTarget {
  readonly type: SuppressionType;
  /** Normalized; `sha256:` and the hexadecimal digest for an address whose contact was erased. */
  readonly value: string;
}

export interface Suppression extends SuppressedTarget {
  readonly id: string;
  /** Empty for a global suppression, which the operator makes and which applies to every workspace. */
  readonly workspace_id: string;
  readonly reason: SuppressionReason;
  readonly source: string;
  readonly campaign_id: string | null;
  readonly contact_id: string | null;
  readonly created_at: Date;
  /** When a stronger reason replaced a weaker one; null before. */
  readonly updated_at: Date | null;
}

/** True if the reason replaces the reason of an existing suppression. */
export function isStronger(reason: SuppressionReason, than: SuppressionReason): boolean {
  return SUPPRESSION_REASONS.indexOf(reason) > SUPPRESSION_REASONS.indexOf(than);
}

export type SuppressionScope = (typeof SUPPRESSION_SCOPES)[number];

export function scopeOf({ workspace_id }: Suppression): SuppressionScope {
  return workspace_id === '' ? 'global' : 'workspace';
}

/** Prefix of the value of an erased address. */
export const HASHED_PREFIX = 'sha256:';

/** The target with the digest of its address; undefined for a domain and for a target that is a digest already. */
export function hashedTarget({ type, value }: SuppressedTarget): SuppressedTarget | undefined {
  if (type !== 'email' || value.startsWith(HASHED_PREFIX)) return undefined;
  return { type, value: HASHED_PREFIX + sha256(value) };
}

/** All targets that suppress an address: the address, its digest, its domain and the parent domains. */
export function matchingTargets(email: string): readonly SuppressedTarget[] {
  const domains: string[] = [];
  for (let at = email.lastIndexOf('@') + 1; email.includes('.', at); at = email.indexOf('.', at) + 1)
    domains.push(email.slice(at));
  return [
    { type: 'email', value: email },
    { type: 'email', value: HASHED_PREFIX + sha256(email) },
    ...domains.map((value) => ({ type: 'domain', value }) as const),
  ];
}

/** The target as one text, for lookups. */
export function keyOf({ type, value }: SuppressedTarget): string {
  return `${type}:${value}`;
}
