import { contactErrors } from '@outreach/contracts-contacts';
import type { SuppressionReason } from '@outreach/contracts-contacts/suppression-reasons';
import { notFound } from '@outreach/errors';
import type { CallContext, Clock, NewId } from '@outreach/service-kit';
import { isAnnounceable } from './announcement.ts';
import type { Announcements, SuppressionStore } from './ports.ts';
import {
  hashedTarget,
  HASHED_PREFIX,
  isStronger,
  keyOf,
  type SuppressedTarget,
  type Suppression,
} from './suppression.ts';

/** Suppressions with these reasons can only be deleted by administrators. */
const PROTECTED_REASONS: ReadonlySet<SuppressionReason> = new Set(['spam_complaint', 'gdpr_erasure']);
const ADMIN_ROLES: ReadonlySet<string> = new Set(['owner', 'admin']);
const ADMIN_SCOPE = 'admin:keys';

export interface ManageSuppressionsPorts {
  readonly suppressions: SuppressionStore;
  readonly announcements: Announcements;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** A validated target and the reason of its suppression. */
export interface NewSuppression extends SuppressedTarget {
  readonly reason: SuppressionReason;
  /** The email of a campaign that caused the suppression. */
  readonly cause?: { readonly campaignId: string; readonly contactId: string };
}

export interface SuppressionOutcome {
  readonly suppression: Suppression;
  /** False when the workspace had the suppression already; only a stronger reason changes it. */
  readonly created: boolean;
}

export async function createSuppression(
  ports: ManageSuppressionsPorts,
  ctx: CallContext,
  input: NewSuppression,
): Promise<SuppressionOutcome> {
  const [outcome] = await addSuppressions(ports, ctx, [input]);
  if (outcome === undefined) throw new Error('One input has one outcome.');
  return outcome;
}

/**
 * Returns the outcomes in the order of the inputs; the second of two equal inputs returns the suppression of the first.
 * An address that is suppressed by its digest because its contact was erased is not written in plain text again.
 */
export async function addSuppressions(
  ports: ManageSuppressionsPorts,
  ctx: CallContext,
  inputs: readonly NewSuppression[],
): Promise<readonly SuppressionOutcome[]> {
  const keysOf = (input: NewSuppression): string[] =>
    [input, hashedTarget(input)].flatMap((target) => (target ? [keyOf(target)] : []));
  const existing = await ports.suppressions.findOwnByKeys([...new Set(inputs.flatMap(keysOf))]);
  const byKey = new Map(existing.map((suppression) => [keyOf(suppression), suppression]));
  const known = new Set(existing.map(({ id }) => id));
  const outcomes = inputs.map((input) => {
    const found = keysOf(input).flatMap((key) => byKey.get(key) ?? [])[0];
    const suppression =
      found === undefined ? newSuppression(ports, ctx, input) : withReason(ports, found, input.reason);
    byKey.set(keyOf(suppression), suppression);
    return { key: keyOf(suppression), created: found === undefined };
  });
  const now = [...byKey.values()];
  await ports.suppressions.saveReasons(now.filter((one) => known.has(one.id) && !existing.includes(one)));
  const added = now.filter(({ id }) => !known.has(id));
  if (added.length > 0) {
    await ports.suppressions.insert(added);
    await ports.announcements.add(added.filter(isAnnounceable), new Date(ports.clock.now()));
  }
  return outcomes.flatMap(({ key, created }) => {
    const suppression = byKey.get(key);
    return suppression === undefined ? [] : [{ suppression, created }];
  });
}

/** The suppression with the stronger one of both reasons. */
function withReason(
  { clock }: ManageSuppressionsPorts,
  suppression: Suppression,
  reason: SuppressionReason,
): Suppression {
  if (!isStronger(reason, suppression.reason)) return suppression;
  return { ...suppression, reason, updated_at: new Date(clock.now()) };
}

/** @throws AppError not_found, also if it is global; permission_denied for reasons that need an administrator. */
export async function deleteSuppression(
  ports: ManageSuppressionsPorts,
  ctx: CallContext,
  id: string,
): Promise<void> {
  const suppression = await ports.suppressions.findById(id);
  if (suppression === undefined) throw notFound();
  if (PROTECTED_REASONS.has(suppression.reason) && !isAdministrator(ctx)) {
    throw contactErrors.suppressionStays.make({ details: { required_scope: ADMIN_SCOPE } });
  }
  await ports.suppressions.remove(id);
}

/** Suppresses a target in every workspace; only the operator can do this. */
export async function suppressGlobally(
  ports: ManageSuppressionsPorts,
  target: SuppressedTarget,
): Promise<Suppression> {
  const existing = await ports.suppressions.findGlobal(keyOf(target));
  if (existing !== undefined) return existing;
  const suppression: Suppression = {
    id: ports.newId('sup'),
    workspace_id: '',
    ...target,
    reason: 'manual',
    source: 'operator',
    campaign_id: null,
    contact_id: null,
    created_at: new Date(ports.clock.now()),
    updated_at: null,
  };
  await ports.suppressions.insertGlobal(suppression);
  await ports.announcements.addGlobal(suppression);
  return suppression;
}

/** Suppresses the digest of an erased address, with a reason that only administrators can delete. */
export async function suppressErased(
  ports: ManageSuppressionsPorts,
  ctx: CallContext,
  hashed: SuppressedTarget,
): Promise<void> {
  await createSuppression(ports, ctx, { ...hashed, reason: 'gdpr_erasure' });
}

/**
 * Replaces the address of an erased contact by its digest in all suppressions. Suppressions of an earlier address are
 * included if they name the contact: no other record stores earlier addresses. Without an address, only these are.
 */
export async function hashSuppressions(
  { suppressions }: { readonly suppressions: Pick<SuppressionStore, 'ofContact' | 'hashAddress'> },
  { id, email }: { readonly id: string; readonly email: string | undefined },
): Promise<void> {
  const current = email === undefined ? [] : [{ type: 'email', value: email } as const];
  const targets = [...current, ...(await suppressions.ofContact(id))];
  for (const { type, value } of targets) {
    const hashed = hashedTarget({ type, value });
    if (hashed !== undefined) await suppressions.hashAddress({ type, value }, hashed);
  }
}

function newSuppression(
  ports: ManageSuppressionsPorts,
  ctx: CallContext,
  { type, value, reason, cause }: NewSuppression,
): Suppression {
  return {
    id: ports.newId('sup'),
    workspace_id: ctx.workspaceId,
    type,
    value,
    reason,
    source: cause === undefined ? sourceOf(ctx) : 'campaign',
    campaign_id: cause?.campaignId ?? null,
    // The digest of an erased address names no contact.
    contact_id: value.startsWith(HASHED_PREFIX) ? null : (cause?.contactId ?? null),
    created_at: new Date(ports.clock.now()),
    updated_at: null,
  };
}

function sourceOf({ principal }: CallContext): string {
  return principal.type === 'user' ? 'manual' : 'api';
}

function isAdministrator({ principal, scopes }: CallContext): boolean {
  return principal.type === 'user' ? ADMIN_ROLES.has(principal.role) : scopes.has(ADMIN_SCOPE);
}
