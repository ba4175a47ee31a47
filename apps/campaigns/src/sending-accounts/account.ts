import type { AUTH_METHODS, OAUTH_STATUSES } from '@outreach/contracts-campaigns/oauth';
import type {
  ACCOUNT_PROVIDERS,
  ACCOUNT_STATUSES,
  DnsResult,
  SERVER_SECURITIES,
} from '@outreach/contracts-campaigns/records';
import type { ProviderName } from '../oauth/index.ts';
import type { HealthBand } from './health.ts';

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
export type AccountProvider = (typeof ACCOUNT_PROVIDERS)[number];
export type ServerSecurity = (typeof SERVER_SECURITIES)[number];
export interface MailServer {
  /** A name in lower case, or a literal address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly security: ServerSecurity;
  readonly username: string | null;
}

export interface StoredServer extends MailServer {
  /** The password, sealed with the key of the service; null without one. */
  readonly sealed_password: Uint8Array | null;
}

/** Results of the DNS check of the address's domain. */
export interface DomainAuth {
  readonly spf: DnsResult;
  readonly dkim: DnsResult;
  readonly dmarc: DnsResult;
  readonly mx: DnsResult;
  readonly checked_at: Date | null;
}

/** The consent of the owner of the mailbox. Its tokens are stored apart from the account. */
export interface OAuthConnection {
  readonly provider: ProviderName;
  /** The id of the mailbox at the provider; null until it is known. */
  readonly subject: string | null;
  readonly scopes: readonly string[];
  readonly status: (typeof OAUTH_STATUSES)[number];
  readonly connected_at: Date;
  readonly refreshed_at: Date | null;
}

interface AccountFields {
  readonly id: string;
  readonly workspace_id: string;
  readonly email: string;
  readonly from_name: string | null;
  readonly provider: AccountProvider;
  /** Null for an account with passwords. */
  readonly oauth: OAuthConnection | null;
  readonly status: AccountStatus;
  readonly status_reason: string | null;
  readonly daily_limit: number;
  readonly min_gap_seconds: number;
  readonly max_gap_seconds: number;
  readonly time_zone: string | null;
  readonly reply_to: string | null;
  readonly signature: string | null;
  /** Null for the tracking domain that suits the address. */
  readonly tracking_domain_id: string | null;
  readonly auth: DomainAuth;
  readonly last_error: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface WarmupPlan {
  /** Emails of the first day. */
  readonly start: number;
  /** Emails that each further day adds. */
  readonly increment: number;
  readonly ceiling: number;
}

/** A domain on a blocklist. */
export interface BlocklistListing {
  readonly domain: string;
  readonly zone: string;
}

/** A listing; null if the domain is not listed; `unknown` without a usable answer. */
export type BlocklistLookup = BlocklistListing | 'unknown' | null;

/** The warm-up of an account as it is stored. */
export interface Warmup extends WarmupPlan {
  /** Start of the warm-up; null while it is disabled. */
  readonly enabled_at: Date | null;
  /** Days since the start on which the account has sent, in its zone. */
  readonly sent_days: number;
  /** The last of these days, `YYYY-MM-DD`. */
  readonly last_sent_day: string | null;
}

/** An account as it is stored. */
export interface StoredAccount extends AccountFields {
  readonly smtp: StoredServer;
  readonly imap: StoredServer | null;
  readonly warmup: Warmup;
  /** Failed connections since the last success. */
  readonly failures_in_row: number;
  readonly last_failed_at: Date | null;
  /** The blocklist that had a domain of the account at the last check. */
  readonly listing: BlocklistListing | null;
  /** The band of the last evaluated health score. */
  readonly health_band: HealthBand;
  readonly version: number;
}

/** A sending account with its computed fields, and without its passwords. */
export interface SendingAccount extends AccountFields {
  readonly smtp: MailServer;
  readonly imap: MailServer | null;
  readonly auth_method: (typeof AUTH_METHODS)[number];
  readonly health_score: number;
  readonly sent_today: number;
  readonly warmup: WarmupPlan & { readonly enabled: boolean; readonly day: number };
}

export const ACCOUNT_DEFAULTS = {
  from_name: null,
  provider: 'smtp',
  daily_limit: 30,
  min_gap_seconds: 90,
  max_gap_seconds: 240,
  time_zone: null,
  reply_to: null,
  signature: null,
  tracking_domain_id: null,
} as const;

export const WARMUP_DEFAULTS: WarmupPlan = { start: 5, increment: 5, ceiling: 50 };

export const UNCHECKED: DomainAuth = {
  spf: 'unknown',
  dkim: 'unknown',
  dmarc: 'unknown',
  mx: 'unknown',
  checked_at: null,
};

export function toMailServer({ host, port, security, username }: StoredServer): MailServer {
  return { host, port, security, username };
}
