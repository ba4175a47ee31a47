import type {
  TRACKING_DOMAIN_STATUSES,
  TrackingDomainRecord,
} from '@outreach/contracts-campaigns/tracking-domain';
import { recordOf } from '@outreach/contracts-common';

/** A check that fails this many times in a row makes a domain `failed`. */
const FAILURES_MAX = 2;

/** A domain of a workspace for the links in its emails. */
export interface TrackingDomain {
  readonly id: string;
  readonly workspace_id: string;
  /** A name in lower case. */
  readonly domain: string;
  readonly status: (typeof TRACKING_DOMAIN_STATUSES)[number];
  /** True for at most one domain of the workspace. */
  readonly is_default: boolean;
  /** Failed checks since the last success. */
  readonly failures_in_row: number;
  readonly last_checked_at: Date | null;
  /** Why the last check failed. */
  readonly error: string | null;
  readonly created_at: Date;
  readonly version: number;
}

/** The result of a check: null if the records are right, else the public reason. */
export type CheckError = string | null;

/** The domain after a check. The first failure leaves the status, the second one in a row makes it `failed`. */
export function afterCheck(domain: TrackingDomain, error: CheckError, at: Date): TrackingDomain {
  const checked = { ...domain, error, last_checked_at: at, version: domain.version + 1 };
  if (error === null) return { ...checked, status: 'verified', failures_in_row: 0 };
  const failures = domain.failures_in_row + 1;
  const status = failures >= FAILURES_MAX ? 'failed' : domain.status;
  return { ...checked, status, failures_in_row: failures };
}

/** The public record, for events. */
export function toRecord(domain: TrackingDomain, target: string | null): TrackingDomainRecord {
  const { workspace_id, failures_in_row, version, ...shown } = domain;
  return { ...recordOf(shown), cname_target: target };
}
