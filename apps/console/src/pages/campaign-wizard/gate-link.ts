import type { GateReason } from '../../data/campaign-plans.ts';

/** Where the reason of a gate is mended. */
export type GateLink =
  | { readonly to: 'sequence'; readonly label: string }
  | { readonly to: 'account'; readonly label: string }
  | { readonly to: 'bounces'; readonly label: string }
  | { readonly to: 'step'; readonly step: 'audience' | 'accounts' | 'schedule'; readonly label: string };

const account: GateLink = { to: 'account', label: 'Open account' };
const bounces: GateLink = { to: 'bounces', label: 'See bounces' };
const sequence: GateLink = { to: 'sequence', label: 'Open sequence' };

const LINKS: Readonly<Record<GateReason['reason'], GateLink | undefined>> = {
  sequence_has_no_steps: sequence,
  template_error: sequence,
  no_active_sending_accounts: { to: 'step', step: 'accounts', label: 'Choose accounts' },
  sending_account_unhealthy: account,
  sending_account_disconnected: account,
  spf_missing: account,
  dkim_missing: account,
  dmarc_missing: account,
  domain_blocklisted: account,
  warmup_incomplete: account,
  bounce_rate_exceeded: bounces,
  complaint_rate_exceeded: bounces,
  empty_filter: { to: 'step', step: 'audience', label: 'Change audience' },
  send_window_invalid: { to: 'step', step: 'schedule', label: 'Change schedule' },
  // Only the operator can configure a platform.
  platform_not_configured: undefined,
};

export function gateLinkOf({ reason }: Pick<GateReason, 'reason'>): GateLink | undefined {
  return LINKS[reason];
}
