import { SummaryMetricsRecord } from '@outreach/contracts-campaigns/analytics';
import type {
  SummaryMetrics,
  AuditCampaignResponse,
  CountsWithRates,
  EmailCounts,
  GetAnalyticsSummaryResponse,
  StepAnalytics as StepMessage,
} from '@outreach/contracts-campaigns/gen/analytics.ts';
import {
  BOUNCE_CLASSES,
  BOUNCE_TYPES,
  REPLY_INTENTS,
  SEND_STATUSES,
} from '@outreach/contracts-campaigns/records';
import { VARIANT_LABELS } from '@outreach/contracts-campaigns/sequence';
import { recordFields } from '@outreach/contracts-common';
import { sendExample } from '@outreach/contracts-campaigns/examples';
import { enumText } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { EXAMPLE_TIME, EXAMPLE_ULID, requirePresent } from './route.ts';

const count = z.int().nonnegative();
const fraction = z.number();
const timeOrNull = z.iso.datetime().nullable();

export const GRANULARITIES = ['hour', 'day', 'week'] as const;

const counts = {
  sent: count,
  delivered: z.int(),
  opened: count,
  clicked: count,
  replied: count,
  bounced: count,
  unsubscribed: count,
};
const rates = { open_rate: fraction, reply_rate: fraction, bounce_rate: fraction };

const reached = { enrolled: count, contacted: count, opened: count, replied: count };

export const Summary = z
  .object({
    campaign_id: recordFields.campaign_id,
    from: timeOrNull.describe(
      'Start of the period as requested. The numbers begin at this time, rounded down to a quarter of an hour.',
    ),
    to: timeOrNull.describe(
      'End of the period as requested. The numbers end before this time, rounded up to a quarter of an hour.',
    ),
    granularity: z.enum(GRANULARITIES),
    metrics: SummaryMetricsRecord,
    funnel: z.object({ ...reached, positive: count, completed: count }),
    time_series: z.array(z.object({ period: z.iso.datetime(), ...counts, spam_complaints: count })),
  })
  .meta({ id: 'AnalyticsSummary' });

const variant = z.object({
  variant_id: z.string(),
  label: enumText(VARIANT_LABELS),
  weight: count,
  ...counts,
  ...rates,
  probability_best: z
    .number()
    .nullable()
    .describe(
      'Probability that the rate `winner.metric` of the variant is the highest; `null` for an inactive variant.',
    ),
});

export const Steps = z
  .object({
    campaign_id: recordFields.campaign_id,
    data: z.array(
      z.object({
        step_id: z.string(),
        step_number: count,
        subject: z.string().nullable(),
        ...counts,
        ...rates,
        variants: z.array(variant),
      }),
    ),
  })
  .meta({ id: 'StepAnalytics' });

export const ReplyIntents = z
  .object({
    campaign_id: recordFields.campaign_id,
    total_replies: count,
    data: z.array(z.object({ intent: enumText(REPLY_INTENTS), count, share: fraction })),
  })
  .meta({ id: 'ReplyIntents' });

export const Bounces = z
  .object({
    campaign_id: recordFields.campaign_id,
    total_bounced: count,
    bounce_rate: fraction,
    data: z.array(
      z.object({
        classification: enumText(BOUNCE_CLASSES),
        type: enumText(BOUNCE_TYPES),
        count,
        share: fraction,
        sample_codes: z.array(
          z.object({
            smtp_code: z.int().nullable(),
            enhanced_code: z.string().nullable(),
            count,
            sample: z.string(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'BounceAnalytics' });

export const Audit = z
  .object({
    campaign_id: recordFields.campaign_id,
    balanced: z.boolean(),
    planned: count,
    states: z.record(z.enum(SEND_STATUSES), count),
    differences: z.array(z.object({ subject: z.string(), expected: z.int(), observed: z.int() })),
  })
  .meta({ id: 'CampaignAudit' });

const { campaign_id: campaignId } = sendExample;
const countsExample = {
  sent: 40,
  delivered: 38,
  opened: 25,
  clicked: 4,
  replied: 3,
  bounced: 2,
  unsubscribed: 0,
};
const ratesExample = { open_rate: 0.5, reply_rate: 0.075, bounce_rate: 0.05 };

export const summaryExample: z.input<typeof Summary> = {
  campaign_id: campaignId,
  from: null,
  to: null,
  granularity: 'day',
  metrics: {
    total_sent: 40,
    delivered: 38,
    opened: 25,
    clicked: 4,
    replied: 3,
    bounced: 2,
    unsubscribed: 0,
    spam_complaints: 0,
    ...ratesExample,
    unique_opened: 19,
    unique_clicked: 3,
    auto_replied: 1,
    positive_replied: 2,
    click_rate: 0.0789,
    unsubscribe_rate: 0,
    spam_complaint_rate: 0,
    delivery_rate: 0.95,
  },
  funnel: { enrolled: 50, contacted: 40, opened: 19, replied: 3, positive: 2, completed: 10 },
  time_series: [{ period: EXAMPLE_TIME, ...countsExample, spam_complaints: 0 }],
};

export const stepsExample: z.input<typeof Steps> = {
  campaign_id: campaignId,
  data: [
    {
      step_id: `stp_${EXAMPLE_ULID}`,
      step_number: 1,
      subject: 'A question',
      ...countsExample,
      ...ratesExample,
      variants: [
        {
          variant_id: `var_${EXAMPLE_ULID}`,
          label: 'A',
          weight: 100,
          ...countsExample,
          ...ratesExample,
          probability_best: 1,
        },
      ],
    },
  ],
};

export const intentsExample: z.input<typeof ReplyIntents> = {
  campaign_id: campaignId,
  total_replies: 3,
  data: REPLY_INTENTS.map((intent) => ({
    intent,
    count: intent === 'interested' ? 3 : 0,
    share: intent === 'interested' ? 1 : 0,
  })),
};

export const bouncesExample: z.input<typeof Bounces> = {
  campaign_id: campaignId,
  total_bounced: 2,
  bounce_rate: 0.05,
  data: [
    {
      classification: 'invalid_mailbox',
      type: 'hard',
      count: 2,
      share: 1,
      sample_codes: [{ smtp_code: 550, enhanced_code: '5.1.1', count: 2, sample: '550 5.1.1 No such user' }],
    },
  ],
};

export const auditExample: z.input<typeof Audit> = {
  campaign_id: campaignId,
  balanced: true,
  planned: 50,
  states: {
    queued: 10,
    sending: 0,
    sent: 0,
    delivered: 38,
    bounced: 2,
    failed: 0,
    canceled: 0,
    dropped: 0,
  },
  differences: [],
};

type SummaryNumbers = Pick<z.output<typeof Summary>, 'metrics' | 'funnel' | 'time_series'>;

export function toSummary(reply: GetAnalyticsSummaryResponse): SummaryNumbers {
  return {
    metrics: toSummaryMetrics(reply.metrics),
    funnel: requirePresent(reply.funnel),
    time_series: reply.time_series.map(({ period, counts: own }) => {
      const { spam_complaints } = requirePresent(own);
      return { period: requirePresent(period).toISOString(), ...toCounts(own), spam_complaints };
    }),
  };
}

export function toSummaryMetrics(message: SummaryMetrics | undefined): SummaryNumbers['metrics'] {
  const { campaign, ...metrics } = requirePresent(message);
  return { ...requirePresent(campaign), ...metrics };
}

export function toStep({
  numbers,
  variants,
  subject,
  ...step
}: StepMessage): z.output<typeof Steps>['data'][number] {
  return {
    ...step,
    subject: subject ?? null,
    ...toNumbers(numbers),
    variants: variants.map(({ numbers: own, probability_best = null, ...rest }) => ({
      ...rest,
      ...toNumbers(own),
      probability_best,
    })),
  };
}

export function toAudit(reply: AuditCampaignResponse): Omit<z.output<typeof Audit>, 'campaign_id'> {
  return { ...reply, states: Audit.shape.states.parse(reply.states) };
}

function toNumbers(numbers: CountsWithRates | undefined): CountsAndRates {
  const { counts: own, ...ownRates } = requirePresent(numbers);
  return { ...toCounts(own), ...ownRates };
}

type Counts = Omit<EmailCounts, 'spam_complaints'>;
type CountsAndRates = Counts & Omit<CountsWithRates, 'counts'>;

function toCounts(message: EmailCounts | undefined): Counts {
  const { spam_complaints, ...shown } = requirePresent(message);
  return shown;
}
