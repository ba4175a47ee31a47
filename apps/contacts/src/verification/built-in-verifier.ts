import { normaliseEmail } from '@outreach/values';
import { decideResult } from './decide-result.ts';
import type { DisposableDomains } from './disposable-domains.ts';
import type { AddressVerifier, DomainLookup } from './ports.ts';
import { isRoleAddress } from './role-address.ts';

/** Verifies an address by its syntax, DNS and lists. */
export function createBuiltInVerifier(
  domains: DomainLookup,
  disposable: () => Promise<DisposableDomains>,
): AddressVerifier {
  return {
    verify: async (ctx, text) => {
      const email = normaliseEmail(text);
      if (email === undefined) return { result: 'invalid', mailProvider: null };
      const at = email.lastIndexOf('@');
      const name = email.slice(at + 1);
      const [domain, list] = await Promise.all([domains.lookUp(ctx, name), disposable()]);
      return decideResult({
        isRole: isRoleAddress(email.slice(0, at)),
        isDisposable: list.has(name),
        domain,
      });
    },
  };
}
