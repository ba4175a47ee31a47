import { systemContext } from '@outreach/service-kit/system-context';
import { normaliseDomain } from '@outreach/values';
import { LRUCache } from 'lru-cache';
import type { Backends } from '../clients/backends.ts';
import type { GatewayConfig } from '../config.ts';

/** An answer is used for this time. While campaigns cannot be reached, the last answer is used. */
const ANSWER_MS_MAX = 1_000;
const ANSWERS_MAX = 10_000;
const CALL_MS_MAX = 1_000;

/** The hosts on which only the links in emails exist. */
export interface TrackingHosts {
  /**
   * True for `TRACKING_HOST` and for the verified tracking domains. The host of `PUBLIC_BASE_URL`, addresses and names of
   * one label cause no call. A host about which campaigns has given no answer is none.
   */
  has(host: string): Promise<boolean> | boolean;
  /** True for a verified tracking domain, as campaigns answers now. @throws AppError unavailable or deadline. */
  isVerified(domain: string): Promise<boolean>;
}

export interface TrackingHostsOptions {
  readonly campaigns: Pick<Backends['campaigns'], 'findVerifiedDomain'>;
  readonly newRequestId: () => string;
  readonly config: Pick<GatewayConfig, 'PUBLIC_BASE_URL' | 'TRACKING_HOST'>;
}

export function createTrackingHosts({
  campaigns,
  newRequestId,
  config,
}: TrackingHostsOptions): TrackingHosts {
  const { PUBLIC_BASE_URL: baseUrl, TRACKING_HOST: trackingHost } = config;
  const publicHost = new URL(baseUrl).hostname;
  const ask = async (domain: string): Promise<boolean> => {
    const context = systemContext({ workspaceId: '', requestId: newRequestId(), service: 'gateway' });
    const ctx = { ...context, deadlineAtMs: Date.now() + CALL_MS_MAX };
    return (await campaigns.findVerifiedDomain(ctx, { domain })).is_verified;
  };
  const answers = new LRUCache<string, boolean>({
    max: ANSWERS_MAX,
    ttl: ANSWER_MS_MAX,
    fetchMethod: ask,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  });
  const isKnown = async (domain: string): Promise<boolean> => {
    try {
      return (await answers.fetch(domain)) ?? false;
    } catch {
      // Campaigns cannot be reached: an unknown host is one of the API.
      return false;
    }
  };
  return {
    has: (host) => {
      if (host === publicHost) return false;
      const domain = normaliseDomain(host.replace(/\.$/, ''));
      if (domain === undefined || domain === publicHost) return false;
      return domain === trackingHost || isKnown(domain);
    },
    isVerified: async (text) => {
      const domain = normaliseDomain(text);
      return domain !== undefined && ask(domain);
    },
  };
}
