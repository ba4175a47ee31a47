import { mailProviderOf } from './mail-provider.ts';
import type { DomainFacts, DomainQuestions } from './ports.ts';

/**
 * Whether a domain receives mail: at its mail servers, else at its own address (RFC 5321 §5.1). The single mail server
 * `.` is the null MX: the domain receives no mail (RFC 7505).
 */
export async function domainFacts(dns: DomainQuestions, domain: string): Promise<DomainFacts> {
  const mx = await dns.mx(domain);
  if (mx.kind === 'no_name') return { kind: 'no_mail' };
  if (mx.kind === 'unknown') return { kind: 'unknown' };
  if (mx.kind === 'records') {
    const hosts = mx.records.filter(({ exchange }) => exchange !== '' && exchange !== '.');
    return hosts.length === 0 ? { kind: 'no_mail' } : { kind: 'mail', provider: mailProviderOf(hosts) };
  }
  const addresses = await dns.a(domain);
  if (addresses.kind === 'unknown') return { kind: 'unknown' };
  return addresses.kind === 'records' ? { kind: 'mail', provider: 'other' } : { kind: 'no_mail' };
}
