import { fromPage, toKnownValues, toMeta } from '@outreach/app-kit';
import type {
  AnalyticsQuery as AnalyticsQueryMessage,
  CountsWithRates,
  EmailCounts,
  GetAnalyticsSummaryResponse,
  Send as SendMessage,
  StepAnalytics,
} from '@outreach/contracts-campaigns/gen/analytics.ts';
import { SEND_STATUSES } from '@outreach/contracts-campaigns/records';
import { invalidField } from '@outreach/errors';
import type { Units } from '@outreach/mongo-kit/units';
import { toMetrics } from '../campaigns/index.ts';
import type { Send } from '../sends/index.ts';
import type { Counters } from '../stats/index.ts';
import { toCounters } from '../stats/index.ts';
import { READ, type CampaignsMethods } from '../methods/index.ts';
import { parseCalendar, requireCampaign, type AnalyticsQuery } from './analytics-query.ts';
import {
  analyzeBounces,
  analyzeSteps,
  countIntents,
  summarise,
  type StepCounters,
  type Summary,
} from './analytics-views.ts';
import { auditCampaign } from './audit-campaign.ts';
import type { AnalyticsPorts } from './ports.ts';
import { share, toSummaryMetrics } from './summary-metrics.ts';

export type AnalyticsMethodPorts = AnalyticsPorts & Pick<Units, 'unitOfWork'>;

export function analyticsMethods(ports: AnalyticsMethodPorts): CampaignsMethods {
  return { ...analyses(ports), ...records(ports) };
}

function analyses(ports: AnalyticsMethodPorts): CampaignsMethods {
  return {
    getAnalyticsSummary: {
      scope: READ,
      query: async (_ctx, { query }) => toSummaryMessage(await summarise(ports, fromQuery(query))),
    },
    getStepAnalytics: {
      scope: READ,
      query: async (_ctx, { query }) => {
        const steps = await analyzeSteps(ports, fromQuery(query));
        return { steps: steps.map(toStepMessage) };
      },
    },
    getReplyIntents: {
      scope: READ,
      query: async (_ctx, { query }) => {
        const { total, intents } = await countIntents(ports, fromQuery(query));
        return { total_replies: total, intents: [...intents] };
      },
    },
    getBounceAnalytics: {
      scope: READ,
      query: async (_ctx, { query }) => {
        const { total, rate, groups } = await analyzeBounces(ports, fromQuery(query));
        return {
          total_bounced: total,
          bounce_rate: rate,
          bounces: groups.map(({ samples, ...group }) => ({
            ...group,
            sample_codes: samples.map(({ smtp_code, enhanced_code, count, sample }) => ({
              smtp_code: smtp_code ?? undefined,
              enhanced_code: enhanced_code ?? undefined,
              count,
              sample,
            })),
          })),
        };
      },
    },
  };
}

function records(ports: AnalyticsMethodPorts): CampaignsMethods {
  return {
    listSends: {
      scope: READ,
      query: async (_ctx, { campaign_id: campaignId, statuses, page }) => {
        // A wrong cursor is reported before an unknown campaign.
        const list = await ports.log.list({
          campaignId,
          statuses: toKnownValues('status', SEND_STATUSES, statuses),
          page: fromPage(page),
        });
        await requireCampaign(ports, campaignId);
        const retained_from = await ports.sendsRetainedFrom();
        return { sends: list.items.map(toSendMessage), meta: toMeta(list), retained_from };
      },
    },
    auditCampaign: {
      scope: READ,
      query: async (_ctx, { campaign_id: campaignId }) => {
        const audit = await ports.unitOfWork(async () => auditCampaign(ports, campaignId));
        return { ...audit, states: { ...audit.states }, differences: [...audit.differences] };
      },
    },
  };
}

/** @throws AppError invalid_argument without a query, and as parseCalendar. */
function fromQuery(query: AnalyticsQueryMessage | undefined): AnalyticsQuery {
  if (query === undefined) throw invalidField('query', 'query is required.');
  const { campaign_id: campaignId, from, to, granularity, time_zone: timeZone } = query;
  return { campaignId, ...parseCalendar({ from, to, granularity, timeZone }) };
}

export function toSummaryMessage({ counters, enrolled, timeSeries }: Summary): GetAnalyticsSummaryResponse {
  return {
    metrics: toSummaryMetrics(counters),
    funnel: {
      enrolled,
      contacted: counters.contacted,
      opened: counters.unique_opened,
      replied: counters.unique_replied,
      positive: counters.positive_replied,
      completed: counters.completed,
    },
    time_series: timeSeries.map(({ period, counts }) => ({
      period,
      counts: toCountsMessage(toCounters(counts)),
    })),
  };
}

function toStepMessage({ counters, variants, subject, ...step }: StepCounters): StepAnalytics {
  return {
    ...step,
    subject: subject ?? undefined,
    numbers: toNumbers(counters),
    variants: variants.map(({ counters: own, probabilityBest, ...variant }) => ({
      ...variant,
      numbers: toNumbers(own),
      probability_best: probabilityBest ?? undefined,
    })),
  };
}

function toNumbers(counters: Counters): CountsWithRates {
  const { open_rate, bounce_rate } = toMetrics(counters);
  // Every sent email of a step has its own contact.
  const reply_rate = share(counters.unique_replied, counters.sent);
  return { counts: toCountsMessage(counters), open_rate, reply_rate, bounce_rate };
}

function toCountsMessage(counters: Counters): EmailCounts {
  const { sent, delivered, opened, clicked, replied, bounced, unsubscribed, spam_complaints } = counters;
  return { sent, delivered, opened, clicked, replied, bounced, unsubscribed, spam_complaints };
}

function toSendMessage(send: Send): SendMessage {
  return {
    id: send.id,
    campaign_id: send.campaign_id,
    enrollment_id: send.enrollment_id,
    contact_id: send.contact_id,
    contact_email: send.contact_email ?? undefined,
    step_id: send.step_id,
    step_number: send.step_number,
    variant_id: send.variant_id ?? undefined,
    sending_account_id: send.sending_account_id,
    from_email: send.from_email,
    subject: send.subject ?? undefined,
    message_id: send.message_id ?? undefined,
    status: send.status,
    scheduled_at: send.scheduled_at,
    sent_at: send.sent_at ?? undefined,
    delivered_at: send.delivered_at ?? undefined,
    opened_at: send.opened_at ?? undefined,
    open_count: send.open_count,
    clicked_at: send.clicked_at ?? undefined,
    click_count: send.click_count,
    replied_at: send.replied_at ?? undefined,
    bounced_at: send.bounced_at ?? undefined,
    attempts: send.attempts,
    smtp_code: send.smtp_code ?? undefined,
    enhanced_code: send.enhanced_code ?? undefined,
    smtp_response: send.smtp_response ?? undefined,
    bounce_classification: send.bounce_classification ?? undefined,
    error: send.error ?? undefined,
    created_at: send.created_at,
  };
}
