/** Domains of mailboxes that anybody opens for a short time, by a list that is maintained as a package. */
export interface DisposableDomains {
  has(domain: string): boolean;
}

/** @param subdomains domains whose subdomains are disposable too. */
export function createDisposableDomains(
  domains: readonly string[],
  subdomains: readonly string[],
): DisposableDomains {
  const exact = new Set([...domains, ...subdomains]);
  const parents = new Set(subdomains);
  return {
    has: (domain) => exact.has(domain) || parentsOf(domain).some((parent) => parents.has(parent)),
  };
}

function parentsOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

let loaded: Promise<DisposableDomains> | undefined;

/** Loads the list at the first verification: it takes about 20 MiB, which other processes do not need. */
export async function disposableDomains(): Promise<DisposableDomains> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<DisposableDomains> {
  const [domains, subdomains] = await Promise.all([
    import('disposable-email-domains/index.json', { with: { type: 'json' } }),
    import('disposable-email-domains/wildcard.json', { with: { type: 'json' } }),
  ]);
  return createDisposableDomains(domains.default, subdomains.default);
}
