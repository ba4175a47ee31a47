import { contactErrors, type SuppressionReason } from '@outreach/contracts-contacts';
import { notFound } from '@outreach/errors';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import type { Deps } from '../domain/ports.ts';
import { isAnnounceable } from './announce-suppressions.ts';
import { hashedTarget, keyOf, type SuppressedTarget, type Suppression } from './suppression.ts';

/** Reasons that only an administrator lifts. */
const LASTING: ReadonlySet<SuppressionReason> = new Set(['spam_complaint', 'gdpr_erasure']);
const ADMIN_ROLES: ReadonlySet<string> = new Set(['owner', 'admin']);
const ADMIN_SCOPE = 'admin:keys';

/** A target and why; both checked at the border. */
export interface NewSuppression extends SuppressedTarget {
  readonly reason: SuppressionReason;
}

export interface SuppressionOutcome {
  readonly suppression: Suppression;
  /** False when the workspace had it already, which stays as it is. */
  readonly created: boolean;
}

export async function createSuppression(
  deps: Deps,
  ctx: CallContext,
  input: NewSuppression,
): Promise<SuppressionOutcome> {
  const [outcome] = await addSuppressions(deps, ctx, [input]);
  if (outcome === undefined) throw new Error('One input has one outcome.');
  return outcome;
}

/**
 * Outcomes in the order of the inputs; the second of two equal inputs finds the first. An address that is suppressed by
 * its digest, since its contact was erased, is not written again.
 */
export async function addSuppressions(
  deps: Deps,
  ctx: CallContext,
  inputs: readonly NewSuppression[],
): Promise<readonly SuppressionOutcome[]> {
  const keysOf = (input: NewSuppression): string[] =>
    [input, hashedTarget(input, deps.sha256)].flatMap((target) => (target ? [keyOf(target)] : []));
  const present = await deps.suppressions.findOwnByKeys([...new Set(inputs.flatMap(keysOf))]);
  const known = new Map(present.map((suppression) => [keyOf(suppression), suppression]));
  const outcomes = inputs.map((input): SuppressionOutcome => {
    const existing = keysOf(input).flatMap((key) => known.get(key) ?? [])[0];
    if (existing !== undefined) return { suppression: existing, created: false };
    const suppression = draft(deps, ctx, input);
    known.set(keyOf(input), suppression);
    return { suppression, created: true };
  });
  const added = outcomes.filter(({ created }) => created).map(({ suppression }) => suppression);
  if (added.length === 0) return outcomes;
  await deps.suppressions.insert(added);
  await deps.announcements.add(added.filter(isAnnounceable), new Date(deps.clock.now()));
  return outcomes;
}

export async function listSuppressions(
  deps: Pick<Deps, 'suppressions'>,
  page: PageRequest,
): Promise<PageOf<Suppression>> {
  return deps.suppressions.list(page);
}

/** @throws AppError not_found, also for the operator's; permission_denied for what only administrators lift. */
export async function deleteSuppression(deps: Deps, ctx: CallContext, id: string): Promise<void> {
  const suppression = await deps.suppressions.findById(id);
  if (suppression === undefined) throw notFound();
  if (LASTING.has(suppression.reason) && !isAdministrator(ctx)) {
    throw contactErrors.suppressionStays.make({ details: { required_scope: ADMIN_SCOPE } });
  }
  await deps.suppressions.remove(id);
}

/** Holds in every workspace; only the operator makes one. */
export async function suppressGlobally(deps: Deps, target: SuppressedTarget): Promise<Suppression> {
  const present = await deps.suppressions.findGlobal(keyOf(target));
  if (present !== undefined) return present;
  const suppression: Suppression = {
    id: deps.newId('sup'),
    workspace_id: '',
    ...target,
    reason: 'manual',
    source: 'operator',
    campaign_id: null,
    contact_id: null,
    created_at: new Date(deps.clock.now()),
  };
  await deps.suppressions.insertGlobal(suppression);
  await deps.announcements.addGlobal(suppression);
  return suppression;
}

function draft(deps: Deps, ctx: CallContext, { type, value, reason }: NewSuppression): Suppression {
  return {
    id: deps.newId('sup'),
    workspace_id: ctx.workspaceId,
    type,
    value,
    reason,
    source: ctx.principal.type === 'user' ? 'manual' : 'api',
    campaign_id: null,
    contact_id: null,
    created_at: new Date(deps.clock.now()),
  };
}

function isAdministrator({ principal, scopes }: CallContext): boolean {
  return principal.type === 'user' ? ADMIN_ROLES.has(principal.role) : scopes.has(ADMIN_SCOPE);
}
