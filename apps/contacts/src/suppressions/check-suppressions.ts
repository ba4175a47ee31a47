import type { ErrorDefinition } from '@outreach/errors';
import { contactErrors } from '@outreach/contracts-contacts';
import type { SuppressionReader } from './ports.ts';
import { keyOf, matchingTargets, scopeOf, type Suppression, type SuppressionScope } from './suppression.ts';

export interface CheckSuppressionsPorts {
  readonly suppressions: SuppressionReader;
}

/** The suppression that matches an address; a global one takes precedence over one of the workspace. */
export interface MatchingSuppression {
  readonly scope: SuppressionScope;
  readonly suppression: Suppression;
  /** The reasons of all suppressions that match. */
  readonly reasons: readonly Suppression['reason'][];
}

/** The matching suppression of each suppressed address. The addresses are normalized. */
export async function findMatchingSuppressions(
  ports: CheckSuppressionsPorts,
  emails: readonly string[],
): Promise<ReadonlyMap<string, MatchingSuppression>> {
  const matching = new Map<string, MatchingSuppression>();
  for (const part of inParts(emails)) {
    const found = await ports.suppressions.findByKeys([...new Set([...part.values()].flat())]);
    const byKey = Map.groupBy(found, keyOf);
    for (const [email, wanted] of part) {
      const match = strongest(wanted.flatMap((key) => byKey.get(key) ?? []));
      if (match !== undefined) matching.set(email, match);
    }
  }
  return matching;
}

/** Keys of one read. The work between two reads takes about 10 ms, in which other requests wait. */
const PART_KEYS = 8_000;

/** The keys of the addresses, in parts: an address with 126 labels has 127 keys. */
function* inParts(
  emails: readonly string[],
): Generator<ReadonlyMap<string, readonly string[]>, void, undefined> {
  let part = new Map<string, readonly string[]>();
  let keyCount = 0;
  for (const email of emails) {
    const keys = matchingTargets(email).map(keyOf);
    part.set(email, keys);
    keyCount += keys.length;
    if (keyCount < PART_KEYS) continue;
    yield part;
    part = new Map();
    keyCount = 0;
  }
  if (part.size > 0) yield part;
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
  throw suppressedErrorOf(match).make({ field: 'email' });
}

/** The error of an address that a suppression of this scope matches. */
export function suppressedErrorOf({ scope }: Pick<MatchingSuppression, 'scope'>): ErrorDefinition {
  return scope === 'global' ? contactErrors.globallySuppressed : contactErrors.suppressed;
}

function strongest(found: readonly Suppression[]): MatchingSuppression | undefined {
  const suppression = found.find((one) => scopeOf(one) === 'global') ?? found[0];
  if (suppression === undefined) return undefined;
  const reasons = [...new Set(found.map(({ reason }) => reason))];
  return { scope: scopeOf(suppression), suppression, reasons };
}
