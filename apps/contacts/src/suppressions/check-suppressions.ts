import { contactErrors } from '@outreach/contracts-contacts';
import type { Deps } from '../domain/ports.ts';
import { coveringTargets, keyOf, type Suppression } from './suppression.ts';

type CheckDeps = Pick<Deps, 'suppressions' | 'sha256'>;

/** What covers an address, the operator's before the workspace's. */
export interface Cover {
  readonly scope: 'workspace' | 'global';
  readonly suppression: Suppression;
}

/** The covered ones among the addresses, which are normalised. */
export async function findCovers(
  deps: CheckDeps,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Cover>> {
  const keys = new Map(
    emails.map((email) => [email, coveringTargets(email, deps.sha256).map(keyOf)] as const),
  );
  const found = await deps.suppressions.findByKeys([...new Set([...keys.values()].flat())]);
  const byKey = Map.groupBy(found, keyOf);
  const covers = new Map<string, Cover>();
  for (const [email, wanted] of keys) {
    const cover = strongest(wanted.flatMap((key) => byKey.get(key) ?? []));
    if (cover !== undefined) covers.set(email, cover);
  }
  return covers;
}

/**
 * Lets an address pass that nobody suppresses.
 * @throws AppError conflict with the reason globally_suppressed; failed_precondition `suppressed` when the workspace
 * alone suppresses it.
 */
export async function demandUnsuppressed(deps: CheckDeps, email: string): Promise<void> {
  refuseCovered((await findCovers(deps, [email])).get(email));
}

/** @throws AppError as `demandUnsuppressed` for an address with that cover. */
export function refuseCovered(cover: Cover | undefined): void {
  if (cover === undefined) return;
  const error = cover.scope === 'global' ? contactErrors.globallySuppressed : contactErrors.suppressed;
  throw error.make({ field: 'email' });
}

function strongest(found: readonly Suppression[]): Cover | undefined {
  const global = found.find(({ workspace_id }) => workspace_id === '');
  if (global !== undefined) return { scope: 'global', suppression: global };
  const [own] = found;
  return own === undefined ? undefined : { scope: 'workspace', suppression: own };
}
