import type { DomainFacts, Verdict } from './ports.ts';

/** An address with a valid syntax. */
export interface AddressFacts {
  readonly isRole: boolean;
  readonly isDisposable: boolean;
  readonly domain: DomainFacts;
}

/** A domain without mail makes an address invalid, whatever else is known. Only then a failure of DNS counts. */
export function decideResult({ isRole, isDisposable, domain }: AddressFacts): Verdict {
  if (domain.kind === 'no_mail') return { result: 'invalid', mailProvider: null };
  const mailProvider = domain.kind === 'mail' ? domain.provider : undefined;
  if (isRole || isDisposable) return { result: 'risky', mailProvider };
  return { result: domain.kind === 'unknown' ? 'unknown' : 'valid', mailProvider };
}
