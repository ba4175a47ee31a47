import { REPORT_CAMPAIGNS_MAX, REPORT_NAME_MAX } from '@outreach/contracts-campaigns/report';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { fitsCodePoints } from '@outreach/values';
import { requireClient } from '../campaigns/index.ts';
import type { ReportPorts, ReportStore } from './ports.ts';
import { isShared, type Report } from './report.ts';

export interface ReportInput {
  readonly name: string;
  readonly client_id: string | undefined;
  readonly campaign_ids: readonly string[];
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly expires_at: Date | undefined;
}

/**
 * Creates a report. @throws AppError invalid_argument on the field that is wrong; permission_denied for a client outside
 * an agency.
 */
export async function createReport(
  ports: ReportPorts,
  ctx: CallContext,
  input: ReportInput,
): Promise<Report> {
  const now = new Date(ports.clock.now());
  const name = input.name.trim();
  if (name === '' || !fitsCodePoints(name, REPORT_NAME_MAX))
    throw invalidField('name', `name must be 1 to ${REPORT_NAME_MAX} characters.`);
  requireTimes(input, now);
  const campaignIds = await requireCampaigns(ports, ctx, input);
  const report: Report = {
    id: ports.newId('rpt'),
    workspace_id: ctx.workspaceId,
    name,
    client_id: input.client_id ?? null,
    campaign_ids: campaignIds,
    from: input.from ?? null,
    to: input.to ?? null,
    expires_at: input.expires_at ?? null,
    token: ports.newToken(),
    created_at: now,
  };
  await ports.reports.insert(report);
  return report;
}

function requireTimes({ from, to, expires_at: expiresAt }: ReportInput, now: Date): void {
  if (from !== undefined && to !== undefined && from >= to)
    throw invalidField('to', 'to must be later than from.');
  if (!isShared({ expires_at: expiresAt ?? null }, now))
    throw invalidField('expires_at', 'expires_at must be in the future.');
}

async function requireCampaigns(
  { campaigns, contacts }: ReportPorts,
  ctx: CallContext,
  { client_id: clientId, campaign_ids }: ReportInput,
): Promise<readonly string[]> {
  const ids = [...new Set(campaign_ids)];
  if (clientId !== undefined && ids.length > 0)
    throw invalidField('campaign_ids', 'campaign_ids and client_id exclude each other.');
  if (clientId !== undefined) await requireClient({ contacts }, ctx, clientId);
  if (ids.length > REPORT_CAMPAIGNS_MAX)
    throw invalidField('campaign_ids', `campaign_ids must be at most ${REPORT_CAMPAIGNS_MAX} ids.`);
  const found = ids.length === 0 ? [] : await campaigns.findByIds(ids);
  const known = new Set(found.map(({ id }) => id));
  const unknown = campaign_ids.findIndex((id) => !known.has(id));
  if (unknown === -1) return ids;
  const field = `campaign_ids[${unknown}]`;
  throw invalidField(field, `${field} must be a campaign of this workspace.`);
}

/** @throws AppError not_found. */
export async function requireReport(reports: Pick<ReportStore, 'find'>, id: string): Promise<Report> {
  const found = await reports.find(id);
  if (found === undefined) throw notFound();
  return found;
}

/** Deletes a report: its page is gone at once. @throws AppError not_found. */
export async function deleteReport(reports: Pick<ReportStore, 'find' | 'remove'>, id: string): Promise<void> {
  await requireReport(reports, id);
  await reports.remove(id);
}
