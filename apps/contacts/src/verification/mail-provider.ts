import type { MailHost, MailProvider } from './ports.ts';

/** Domains of the mail servers of Google and Microsoft, also of their national clouds. */
const PROVIDERS: readonly (readonly [string, MailProvider])[] = [
  ['google.com', 'google'],
  ['googlemail.com', 'google'],
  ['outlook.com', 'microsoft'],
  ['mx.microsoft', 'microsoft'],
  ['protection.office365.us', 'microsoft'],
  ['protection.partner.outlook.cn', 'microsoft'],
];

/** The provider of the mail server that is asked first; `other` without a mail server, as the domain receives itself. */
export function mailProviderOf(hosts: readonly MailHost[]): MailProvider {
  const [first] = hosts.toSorted((left, right) => left.priority - right.priority);
  const host = `.${(first?.exchange ?? '').toLowerCase().replace(/\.$/, '')}`;
  return PROVIDERS.find(([domain]) => host.endsWith(`.${domain}`))?.[1] ?? 'other';
}
