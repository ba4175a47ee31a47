import { campaignErrors } from '@outreach/contracts-campaigns';
import { campaignLaunched, campaignResumed } from '@outreach/contracts-campaigns/events';
import { ChangedMeanwhile } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { z } from 'zod';
import type { Gate, GateReason } from '../gate/index.ts';
import type { CampaignPorts } from './ports.ts';
import type { Campaign } from './campaign.ts';
import { requireActiveAccounts, requireUsable } from './campaign-references.ts';
import { emitCampaign, type CampaignView } from './campaign-view.ts';
import {
  changedStatus,
  requireCampaign,
  requireOperation,
  saveCampaign,
  type CampaignOperation,
} from './change-status.ts';

/** A queued send that is later than this is dropped. */
const STALE_MS = 24 * 60 * 60 * 1_000;

export const CampaignIdSchema = z.object({ id: z.string() });
export type CampaignId = z.infer<typeof CampaignIdSchema>;

/** Checks that the status allows the operation. @throws AppError not_found; conflict `invalid_transition`. */
export async function planStart(
  ports: CampaignPorts,
  id: string,
  operation: 'launch' | 'resume',
): Promise<CampaignId> {
  requireOperation(await requireCampaign(ports, id), operation);
  return { id };
}

/**
 * Checks outside any transaction whether a draft may be launched. Returns the checked version of the campaign.
 * @throws AppError not_found; conflict; failed_precondition `inactive_inbox`, `empty_filter` and `gate_blocked`.
 */
export async function checkLaunch(
  ports: CampaignPorts,
  ctx: CallContext,
  { id }: CampaignId,
): Promise<Campaign> {
  const campaign = await requireCampaign(ports, id);
  requireOperation(campaign, 'launch');
  await requireUsable(ports, ctx, campaign);
  await requireGate(ports.gate, ctx, campaign);
  return campaign;
}

/** Checks outside any transaction whether a campaign may be resumed; its filter may match no contact any more. @throws
 * AppError as checkLaunch. */
export async function checkResume(
  ports: Pick<CampaignPorts, 'campaigns' | 'accounts' | 'gate'>,
  ctx: CallContext,
  { id }: CampaignId,
): Promise<Campaign> {
  const campaign = await requireCampaign(ports, id);
  requireOperation(campaign, 'resume');
  await requireActiveAccounts(ports.accounts, campaign.sending_account_ids);
  await requireGate(ports.gate, ctx, campaign);
  return campaign;
}

/** Part of a transaction: launches a checked draft. @throws AppError conflict if it has changed since the checks. */
export async function storeLaunch(ports: CampaignPorts, checked: Campaign): Promise<CampaignView> {
  const campaign = await requireUnchanged(ports, checked, 'launch');
  const now = new Date(ports.clock.now());
  const launched = { ...changedStatus(campaign, 'launch', now), started_at: now };
  await saveCampaign(ports, launched);
  await ports.enrollments.tasks.add(launched.id, ['snapshot', 'activate']);
  await ports.planMarks.request([launched.id], now);
  return emitCampaign(ports, campaignLaunched, launched);
}

export interface ResumeResult {
  readonly view: CampaignView;
  /** Queued sends that keep their schedule. */
  readonly requeuedSends: number;
  /** Queued sends that were more than 24 hours late. Their enrollments end. */
  readonly droppedSends: number;
}

/** Part of a transaction: resumes a checked campaign. @throws AppError conflict if it has changed since the checks. */
export async function storeResume(ports: CampaignPorts, checked: Campaign): Promise<ResumeResult> {
  const campaign = await requireUnchanged(ports, checked, 'resume');
  const { id } = campaign;
  const now = new Date(ports.clock.now());
  const unpaused = { pause_reason: null, paused_by: null, paused_at: null };
  const resumed = { ...changedStatus(campaign, 'resume', now), ...unpaused, resumed_at: now };
  await saveCampaign(ports, resumed);
  const stale = await ports.queuedSends.dropBefore(id, new Date(now.getTime() - STALE_MS));
  await ports.enrollments.stopStale(stale);
  await ports.queuedSends.endHold(id);
  // A snapshot that the pause interrupted continues; a complete one does not start again.
  const tasks = await ports.enrollments.tasks.of(id);
  await ports.enrollments.tasks.add(id, tasks.includes('snapshot') ? ['snapshot', 'activate'] : ['activate']);
  await ports.completionChecks.request([id]);
  await ports.planMarks.request([id], now);
  return {
    view: await emitCampaign(ports, campaignResumed, resumed),
    requeuedSends: await ports.queuedSends.count(id),
    droppedSends: stale.length,
  };
}

async function requireUnchanged(
  ports: CampaignPorts,
  checked: Campaign,
  operation: CampaignOperation,
): Promise<Campaign> {
  const campaign = await requireCampaign(ports, checked.id);
  requireOperation(campaign, operation);
  if (campaign.version !== checked.version) throw new ChangedMeanwhile('campaign');
  return campaign;
}

async function requireGate(gate: Gate, ctx: CallContext, campaign: Campaign): Promise<void> {
  const { passed, blocking_reasons: reasons } = await gate.check(ctx, campaign);
  if (!passed)
    throw campaignErrors.gateBlocked.make({ details: { blocking_reasons: reasons.map(toPublicReason) } });
}

/** A reason as the API returns it, without absent fields. */
function toPublicReason({ retry_at: retryAt, ...reason }: GateReason): object {
  return retryAt === undefined ? reason : { ...reason, retry_at: retryAt.toISOString() };
}
