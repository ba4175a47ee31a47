import type { AuditCampaignResponse, AuditDifference } from '@outreach/contracts-campaigns/gen/analytics.ts';
import { SEND_STATUSES, type SendStatus } from '@outreach/contracts-campaigns/records';
import { toCounters } from '../stats/index.ts';
import { requireCampaign } from './analytics-query.ts';
import type { AnalyticsPorts } from './ports.ts';

/**
 * Part of a transaction, so that all numbers are of one time: compares the sends of a campaign with the progress of its
 * enrollments and with its counters. @throws AppError not_found.
 */
export async function auditCampaign(
  ports: AnalyticsPorts,
  campaignId: string,
): Promise<AuditCampaignResponse> {
  const { id } = await requireCampaign(ports, campaignId);
  const counted = await ports.log.countByStatus(id);
  const expired = await ports.expiredSends.countOf(id);
  const states = Object.fromEntries(
    SEND_STATUSES.map((status) => [status, (counted.get(status) ?? 0) + (expired.get(status) ?? 0)]),
  ) as Record<SendStatus, number>;
  const progress = await ports.enrollments.records.progressOf(id);
  const orphans = await ports.log.countOrphans(id);
  const counters = (await ports.stats.reader.totals([id])).get(id) ?? toCounters();
  const sent = states.sent + states.delivered + states.bounced;
  const notSent = states.failed + states.canceled + states.dropped;
  const checks: readonly AuditDifference[] = [
    { subject: 'sent emails of the enrollments', expected: progress.sent, observed: sent },
    {
      subject: 'planned steps of the enrollments',
      expected: progress.planned,
      observed: states.queued + states.sending - orphans,
    },
    { subject: 'counter sent', expected: sent, observed: counters.sent },
    { subject: 'counter delivered', expected: states.delivered, observed: counters.delivered },
    { subject: 'counter bounced', expected: states.bounced, observed: counters.bounced },
  ];
  const differences = checks.filter(({ expected, observed }) => expected !== observed);
  return {
    balanced: differences.length === 0,
    // The steps that the enrollments have reached, whether they were sent or not.
    planned: progress.sent + progress.planned + orphans + notSent,
    states,
    differences,
  };
}
