import { notFound } from '@outreach/errors';
import type { Backends } from '../src/clients/backends.ts';
import { stepsExample, summaryExample } from '../src/routes/analytics-records.ts';
import { inboxSummaryExample } from '../src/routes/inbox.ts';
import { startedExample } from '../src/routes/exports.ts';
import { EXAMPLE_TIME } from '../src/routes/route.ts';
import { accountMetricsExample, campaignMetricsExample } from '../src/routes/workspace-analytics.ts';

const LAST_PAGE = {
  next_cursor: undefined,
  has_more: false,
  total_count: undefined,
  total_count_estimated: false,
};

/** The token of the only shared report; the example of the route has it. */
export const REPORT_TOKEN = 'dGhpcyBpcyBzZWNyZXQh';

/** Replies whose records are nested in another way than the responses that the examples show. */
export const analyticsReplies: Partial<Backends['campaigns']> = {
  getAnalyticsSummary: async (_ctx, { query }) => {
    requireExample(query?.campaign_id ?? '');
    return Promise.resolve(toSummaryReply());
  },
  getInboxSummary: async () => {
    const { by_intent, ...counts } = inboxSummaryExample;
    const intents = Object.entries(by_intent).map(([intent, threads]) => ({ intent, threads }));
    return Promise.resolve({ ...counts, by_intent: intents });
  },
  getWorkspaceSummary: async () => Promise.resolve(toSummaryReply()),
  readSharedReport: async (_ctx, { token }) => {
    if (token !== REPORT_TOKEN) throw notFound();
    return Promise.resolve({
      ...toSummaryReply(),
      name: 'Spring',
      from: undefined,
      to: undefined,
      granularity: 'day',
      campaigns: [],
      campaign_count: 0,
      read_at: new Date(EXAMPLE_TIME),
    });
  },
  listCampaignMetrics: async () =>
    Promise.resolve({
      campaigns: [{ ...campaignMetricsExample, client_id: undefined, metrics: toMetricsReply() }],
      meta: LAST_PAGE,
    }),
  listAccountMetrics: async () =>
    Promise.resolve({ accounts: [{ ...accountMetricsExample, metrics: toMetricsReply() }], meta: LAST_PAGE }),
  getStepAnalytics: async (_ctx, { query }) => {
    requireExample(query?.campaign_id ?? '');
    const steps = stepsExample.data.map(({ step_id, step_number, subject, variants, ...numbers }) => ({
      step_id,
      step_number,
      subject: subject ?? undefined,
      numbers: toNumbers(numbers),
      variants: variants.map(({ variant_id, label, weight, probability_best, ...own }) => ({
        variant_id,
        label,
        weight,
        numbers: toNumbers(own),
        probability_best: probability_best ?? undefined,
      })),
    }));
    return Promise.resolve({ steps });
  },
  startExport: async (_ctx, { content }) => {
    requireExample(content?.campaign_id ?? '');
    const { job_id: id } = startedExample;
    const job = { id, type: 'sends', status: 'queued', format: 'csv', progress: 0 };
    const unset = { row_count: undefined, download_url: undefined, expires_at: undefined, error: undefined };
    return Promise.resolve({ export: { ...job, ...unset } });
  },
};

function toSummaryReply() {
  const { funnel, time_series } = summaryExample;
  return {
    metrics: toMetricsReply(),
    funnel,
    time_series: time_series.map(({ period, ...counts }) => ({ period: new Date(period), counts })),
  };
}

function toMetricsReply() {
  const { unique_opened, unique_clicked, auto_replied, positive_replied, ...others } = summaryExample.metrics;
  const { click_rate, unsubscribe_rate, spam_complaint_rate, delivery_rate, ...campaign } = others;
  const unique = { unique_opened, unique_clicked, auto_replied, positive_replied };
  return { campaign, ...unique, click_rate, unsubscribe_rate, spam_complaint_rate, delivery_rate };
}

type Step = (typeof stepsExample)['data'][number];
type Numbers = Omit<Step, 'step_id' | 'step_number' | 'subject' | 'variants'>;

function toNumbers({ open_rate, reply_rate, bounce_rate, ...counts }: Numbers) {
  return { counts: { ...counts, spam_complaints: 0 }, open_rate, reply_rate, bounce_rate };
}

/** Only the campaign of the example exists. */
function requireExample(campaignId: string): void {
  if (campaignId !== summaryExample.campaign_id) throw notFound();
}
