import type { Campaign } from '../campaigns/index.ts';
import type { SendingAccount } from '../sending-accounts/index.ts';
import type { MatchedProvider } from './plan-model.ts';

/** Domains of the servers through which the mailboxes of a provider send. */
const SERVER_DOMAINS: readonly (readonly [string, MatchedProvider])[] = [
  ['gmail.com', 'google'],
  ['googlemail.com', 'google'],
  ['google.com', 'google'],
  ['office365.com', 'microsoft'],
  ['outlook.com', 'microsoft'],
];

/** True if new leads prefer accounts of the provider of their mailbox. */
export function isMatching({ provider_matching: matching }: Pick<Campaign, 'provider_matching'>): boolean {
  return matching === 'prefer';
}

/** The provider of an account: its own setting, else that of its SMTP server. */
export function accountProvider({
  provider,
  smtp,
}: {
  readonly provider: SendingAccount['provider'];
  readonly smtp: { readonly host: string };
}): MatchedProvider {
  if (provider === 'google' || provider === 'microsoft') return provider;
  const found = SERVER_DOMAINS.find(([domain]) => `.${smtp.host}`.endsWith(`.${domain}`));
  return found?.[1] ?? null;
}

/** The provider of a new lead for a campaign; null if it matches no account. */
export function leadProvider(
  campaign: Pick<Campaign, 'provider_matching'>,
  mailProvider: string | null | undefined,
): MatchedProvider {
  if (!isMatching(campaign)) return null;
  return mailProvider === 'google' || mailProvider === 'microsoft' ? mailProvider : null;
}
