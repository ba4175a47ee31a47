import { contactErrors } from '@outreach/contracts-contacts';
import type { Sha256 } from '../contact-records/index.ts';
import type { SuppressionReader } from './ports.ts';
import { keyOf, matchingTargets, scopeOf, type Suppression, type SuppressionScope } from './suppression.ts';

export interface CheckSuppressionsPorts {
  readonly suppressions: SuppressionReader;
  readonly sha256: Sha256;
}

/** The suppression that matches an address; a global one takes precedence over one of the workspace. */
export interface MatchingSuppression {
  readonly scope: SuppressionScope;
  readonly suppression: Suppression;
}

/** The matching suppression of each suppressed address. The addresses are normalized. */
export async function findMatchingSuppressions(
  ports: CheckSuppressionsPorts,
  emails: readonly string[],
): Promise<ReadonlyMap<string, MatchingSuppression>> {
  const keys = new Map(
    emails.map((email) => [email, matchingTargets(email, ports.sha256).map(keyOf)] as const),
  );
  const found = await ports.suppressions.findByKeys([...new Set([...keys.values()].flat())]);
  const byKey = Map.groupBy(found, keyOf);
  const matching = new Map<string, MatchingSuppression>();
  for (const [email, wanted] of keys) {
    const match = strongest(wanted.flatMap((key) => byKey.get(key) ?? []));
    if (match !== undefined) matching.set(email, match);
  }
  return matching;
}

/**
 * @throws AppError conflict with the reason globally_suppressed for a globally suppressed address; failed_precondition
 * `suppressed` if only the workspace suppresses it.
 */
export async function requireUnsuppressed(ports: CheckSuppressionsPorts, email: string): Promise<void> {
  refuseSuppressed((await findMatchingSuppressions(ports, [email])).get(email));
}

/** @throws AppError as `requireUnsuppressed` if there is a matching suppression. */
export function refuseSuppressed(match: MatchingSuppression | undefined): void {
  if (match === undefined) return;
  const error = match.scope === 'global' ? contactErrors.globallySuppressed : contactErrors.suppressed;
  throw error.make({ field: 'email' });
}

function strongest(found: readonly Suppression[]): MatchingSuppression | undefined {
  const suppression = found.find((one) => scopeOf(one) === 'global') ?? found[0];
  return suppression === undefined ? undefined : { scope: scopeOf(suppression), suppression };
}
