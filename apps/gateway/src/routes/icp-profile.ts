import { describedBy } from '@outreach/contracts-common';
import type { IcpProfile, IcpRule, ScoreBreakdown } from '@outreach/contracts-contacts/gen/icp.ts';
import { enumText } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { FILTER_OPERATORS, FilterBody } from './filter-input.ts';
import { CONTACT_READERS, requirePresent, route } from './route.ts';
import { integerOr } from './optional-fields.ts';

const RULES_MAX = 100;
const POINTS_MAX = 100;
const FIT_MAX = 100;

const points = z.int().min(-POINTS_MAX).max(POINTS_MAX);

const RuleRecord = z
  .object({
    field: z.string(),
    op: enumText(FILTER_OPERATORS).describe('The operator.'),
    value: z.unknown(),
    points: z.int().describe('Points for a match; may be negative.'),
  })
  .meta({ id: 'IcpRule' });

const ProfileRecord = z
  .object({
    rules: z.array(RuleRecord).describe('The rules that give points.'),
    tier_thresholds: z
      .object({ A: z.int(), B: z.int(), C: z.int() })
      .describe('The minimum fit score of each tier.'),
  })
  .meta({ id: 'IcpProfile' });

/** The fit and the engagement that add up to the score of a contact. */
export const BreakdownRecord = z
  .object({
    fit: z.int().describe('Points for the matching rules.'),
    engagement: z.int().describe('Points for reactions to emails.'),
    rules: z.array(RuleRecord).describe('The rules that the contact meets.'),
  })
  .meta({ id: 'ScoreBreakdown' });

const RuleBody = FilterBody.extend(describedBy(RuleRecord, { points })).meta({ id: 'IcpRuleInput' });

const ProfileBody = z
  .object(
    describedBy(ProfileRecord, {
      rules: z.array(RuleBody).max(RULES_MAX).default([]),
      tier_thresholds: z
        .object({ A: integerOr(0, FIT_MAX, 80), B: integerOr(0, FIT_MAX, 60), C: integerOr(0, FIT_MAX, 40) })
        .default({ A: 80, B: 60, C: 40 })
        .describe('The minimum fit score of each tier; A is at least B, and B is at least C.'),
    }),
  )
  .meta({ id: 'IcpProfileInput' });

const example = {
  rules: [
    { field: 'seniority', op: 'in', value: ['head', 'director'], points: 50 },
    { field: 'company.employee_count', op: 'gte', value: 200, points: 30 },
  ],
  tier_thresholds: { A: 80, B: 60, C: 40 },
};
export const breakdownExample = { fit: 50, engagement: 0, rules: example.rules.slice(0, 1) };
const shared = { path: '/api/v1/icp-profile/', tags: ['icp-profile'] } as const;

export const icpProfileRoutes = [
  route({
    ...shared,
    method: 'get',
    scope: CONTACT_READERS,
    operationId: 'getIcpProfile',
    summary: 'Get the ideal customer profile',
    description: 'The rules that score contacts.',
    responses: { 200: ProfileRecord },
    example: { responses: { 200: example } },
    handle: async ({ ctx }, { contacts }) => {
      const { icp_profile } = await contacts.getIcpProfile(ctx, {});
      return { status: 200, body: toRecord(requirePresent(icp_profile)) };
    },
  }),
  route({
    ...shared,
    method: 'put',
    scope: ['admin:keys'],
    operationId: 'setIcpProfile',
    summary: 'Replace the ideal customer profile',
    description: 'All contacts are scored again in the background.',
    body: ProfileBody,
    responses: { 200: ProfileRecord },
    example: { body: example, responses: { 200: example } },
    handle: async ({ ctx, body }, { contacts }) => {
      const { A, B, C } = body.tier_thresholds;
      const rules = body.rules.map(({ field, op, value, points }): IcpRule => ({ field, op, value, points }));
      const request = { icp_profile: { rules, tier_thresholds: { a: A, b: B, c: C } } };
      const { icp_profile } = await contacts.setIcpProfile(ctx, request);
      return { status: 200, body: toRecord(requirePresent(icp_profile)) };
    },
  }),
];

export function toBreakdown({ fit, engagement, rules }: ScoreBreakdown): z.output<typeof BreakdownRecord> {
  return { fit, engagement, rules: rules.map(toRule) };
}

function toRecord({ rules, tier_thresholds }: IcpProfile): z.output<typeof ProfileRecord> {
  const { a, b, c } = requirePresent(tier_thresholds);
  return { rules: rules.map(toRule), tier_thresholds: { A: a, B: b, C: c } };
}

function toRule({ field, op, value, points }: IcpRule): z.output<typeof RuleRecord> {
  const given: unknown = value;
  return { field, op, value: given ?? null, points };
}
