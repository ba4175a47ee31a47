import { campaignErrors } from '@outreach/contracts-campaigns';
import { AppError, invalidField, type FieldError } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { CampaignPorts } from './ports.ts';
import type { CampaignSettings } from './campaign.ts';

const ERRORS_MAX = 50;

/** The fields of settings that name other records. */
export type References = Partial<
  Pick<CampaignSettings, 'sequence_id' | 'sending_account_ids' | 'contact_filter' | 'client_id'>
>;

/**
 * Part of a transaction: checks that the sequence and the accounts exist, and prevents their concurrent deletion.
 * @throws AppError permission_denied for a client outside an agency; invalid_argument on `sequence_id` and
 * `sending_account_ids[i]`.
 */
export async function holdReferences(
  { sequences, accounts }: CampaignPorts,
  { agencyId }: CallContext,
  { sequence_id: sequenceId, sending_account_ids: accountIds, client_id: clientId = null }: References,
): Promise<void> {
  if (clientId !== null && agencyId === '') throw campaignErrors.outsideAgency.make({ field: 'client_id' });
  const errors: FieldError[] = [];
  if (sequenceId !== undefined) errors.push(...(await sequenceErrors(sequences, sequenceId)));
  if (accountIds !== undefined) {
    const known = await accounts.hold(accountIds);
    errors.push(...accountErrors(accountIds, known));
  }
  refuse(errors);
}

async function sequenceErrors(
  sequences: CampaignPorts['sequences'],
  id: string,
): Promise<readonly FieldError[]> {
  const field = 'sequence_id';
  const sequence = (await sequences.hold(id)) ? await sequences.findById(id) : undefined;
  if (sequence === undefined) return [{ field, message: 'must be a sequence of this workspace' }];
  return sequence.status === 'archived' ? [{ field, message: 'must not be an archived sequence' }] : [];
}

function accountErrors(ids: readonly string[], known: ReadonlySet<string>): readonly FieldError[] {
  return ids.flatMap((id, index) => {
    const field = `sending_account_ids[${index}]`;
    return known.has(id) ? [] : [{ field, message: 'must be a sending account of this workspace' }];
  });
}

function refuse(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  throw new AppError('invalid_argument', `${first.field} ${first.message}.`, {
    field: first.field,
    errors: errors.slice(0, ERRORS_MAX),
  });
}

/**
 * Registers the segments of the filter and checks the client, outside any transaction.
 * @throws AppError invalid_argument on `client_id` and `contact_filter.segment_ids[i]`.
 */
export async function registerReferences(
  { contacts }: CampaignPorts,
  ctx: CallContext,
  { id, contact_filter: filter, client_id: clientId = null }: References & { readonly id: string },
): Promise<void> {
  if (clientId !== null && !(await contacts.hasClient(ctx, clientId)))
    throw invalidField('client_id', 'client_id must be a client of this workspace.');
  if (filter !== undefined) await contacts.register(ctx, { campaignId: id, segmentIds: filter.segment_ids });
}

/**
 * Checks that all accounts are active and that the filter matches a contact, outside any transaction.
 * @throws AppError failed_precondition `inactive_inbox`, then `empty_filter`.
 */
export async function requireUsable(
  { accounts, contacts }: CampaignPorts,
  ctx: CallContext,
  { sending_account_ids: accountIds, contact_filter: filter }: References,
): Promise<void> {
  if (accountIds !== undefined) await requireActiveAccounts(accounts, accountIds);
  if (filter !== undefined && !(await contacts.hasMatches(ctx, filter)))
    throw campaignErrors.emptyFilter.make({ field: 'contact_filter' });
}

/** @throws AppError failed_precondition `inactive_inbox` on the first account that is not active. */
export async function requireActiveAccounts(
  accounts: CampaignPorts['accounts'],
  ids: readonly string[],
): Promise<void> {
  const statuses = new Map((await accounts.findByIds(ids)).map(({ id, status }) => [id, status]));
  for (const [index, id] of ids.entries()) {
    const status = statuses.get(id);
    if (status === 'active' || status === undefined) continue;
    const field = `sending_account_ids[${index}]`;
    throw campaignErrors.inactiveInbox.make({ field, details: { account_status: status } });
  }
}
