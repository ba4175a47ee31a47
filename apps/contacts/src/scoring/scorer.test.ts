import { describe, expect, it } from '@jest/globals';
import { testCall } from '@outreach/testing';
import { blankContact, type Contact } from '../contact-model/index.ts';
import { DEFAULT_PROFILE, type IcpProfile, type IcpRule } from './icp-profile.ts';
import { checkProfile } from './manage-profile.ts';
import { loadScorer, type Scorer } from './scorer.ts';

const NAMES = { customFields: new Map(), segments: undefined, campaignIds: new Set<string>() };

function contact(fields: Partial<Contact> = {}): Contact {
  const ports = { newId: (prefix: string) => `${prefix}_1`, clock: { now: () => 0 } };
  return { ...blankContact(ports, testCall('ws_1'), 'maria@example.com'), ...fields };
}

/** The scorer of a workspace with one custom field, `plan`. */
async function scorerOf(profile: IcpProfile | undefined): Promise<Scorer> {
  const plan = {
    id: 'cf_1',
    workspace_id: 'ws_1',
    name: 'plan',
    display_label: null,
    field_type: 'string' as const,
    options: [],
    fallback_value: null,
    created_at: new Date(0),
    updated_at: new Date(0),
  };
  const stored = profile && { ...profile, revision: 3 };
  return loadScorer({
    icpProfiles: { find: async () => Promise.resolve(stored) },
    customFields: { all: async () => Promise.resolve([plan]) },
    campaigns: { known: async () => Promise.resolve(new Set()) },
  });
}

type RuleRow = readonly [field: string, op: string, value: unknown, points: number];

const rule = (...[field, op, value, points]: RuleRow): IcpRule => ({ field, op, value, points });

const RULES = [
  rule('seniority', 'in', ['head', 'vp'], 50),
  rule('company.employee_count', 'gte', 200, 40),
  rule('has_tag', 'eq', 'partner', 30),
  rule('custom_fields.plan', 'eq', 'FREE', -25),
];
const company = { ...contact().company, employee_count: 500 };

describe('Scorer', () => {
  it('returns zero without a profile', async () => {
    const scorer = await scorerOf(undefined);
    const scored = scorer.score(contact());
    expect(scored).toMatchObject({ lead_score: 0, icp_tier: 'D', grade: 'F' });
    expect(scored.profile_revision).toBeUndefined();
  });

  const rows: readonly (readonly [Partial<Contact>, number, number, string, string])[] = [
    [{}, 0, 0, 'D', 'F'],
    [{ seniority: 'vp' }, 50, 35, 'C', 'D'],
    [{ seniority: 'vp', company }, 90, 63, 'A', 'B'],
    [{ seniority: 'vp', company, tags: ['partner'] }, 100, 70, 'A', 'B'],
    [{ custom_fields: { plan: 'Free' } }, 0, 0, 'D', 'F'],
    [{ seniority: 'head', custom_fields: { plan: 'free' } }, 25, 18, 'D', 'F'],
  ];

  it.each(rows)('scores %j with fit %d, score %d, tier %s and grade %s', async (...row) => {
    const [fields, fit, leadScore, tier, grade] = row;
    const scorer = await scorerOf({ ...DEFAULT_PROFILE, rules: RULES });
    expect(scorer.explain(contact(fields)).fit).toBe(fit);
    const expected = { ...fields, lead_score: leadScore, icp_tier: tier, grade, profile_revision: 3 };
    expect(scorer.score(contact(fields))).toMatchObject(expected);
  });

  it('adds engagement to the score and bases the tier on the fit alone', async () => {
    const scorer = await scorerOf({ ...DEFAULT_PROFILE, rules: RULES });
    const scored = scorer.score(contact({ seniority: 'vp', engagement_points: 100 }));
    expect(scored).toMatchObject({ lead_score: 65, icp_tier: 'C', grade: 'B' });
    expect(scorer.explain(contact({ seniority: 'vp', engagement_points: 100 }))).toEqual({
      fit: 50,
      engagement: 100,
      rules: RULES.slice(0, 1),
    });
  });

  it('uses the tier thresholds of the profile', async () => {
    const scorer = await scorerOf({ rules: RULES, tier_thresholds: { A: 50, B: 50, C: 0 } });
    expect(scorer.score(contact({ seniority: 'vp' })).icp_tier).toBe('A');
    expect(scorer.score(contact()).icp_tier).toBe('C');
  });

  it('treats a deleted custom field as empty', async () => {
    const rules = [rule('custom_fields.gone', 'eq', 'x', 50), rule('custom_fields.gone', 'ne', 'x', 20)];
    const scorer = await scorerOf({ ...DEFAULT_PROFILE, rules });
    expect(scorer.explain(contact()).fit).toBe(20);
  });
});

describe('checkProfile', () => {
  const refusals: readonly (readonly [string, IcpRule])[] = [
    ['rules[1].field', rule('nonsense', 'eq', 'x', 1)],
    ['rules[1].field', rule('custom_fields.plan', 'eq', 'x', 1)],
    ['rules[1].field', rule('lead_score', 'gte', 1, 1)],
    ['rules[1].field', rule('in_segment', 'eq', 'seg_1', 1)],
    ['rules[1].op', rule('seniority', 'gt', 'vp', 1)],
    ['rules[1].value', rule('seniority', 'eq', 'boss', 1)],
    ['rules[1].points', rule('title', 'eq', 'x', 101)],
    ['rules[1].points', rule('title', 'eq', 'x', -101)],
    ['rules[1].points', rule('title', 'eq', 'x', 0.5)],
  ];

  it.each(refusals)('refuses on %s the rule %j', (field, wrong) => {
    const profile = { ...DEFAULT_PROFILE, rules: [rule('title', 'eq', 'x', 1), wrong] };
    expect(() => checkProfile(profile, NAMES)).toThrow(expect.objectContaining({ field }));
  });

  it('refuses more than 100 rules', () => {
    const rules = Array.from({ length: 100 }, () => rule('title', 'eq', 'x', -100));
    expect(() => checkProfile({ ...DEFAULT_PROFILE, rules }, NAMES)).not.toThrow();
    const more = { ...DEFAULT_PROFILE, rules: [...rules, ...rules] };
    expect(() => checkProfile(more, NAMES)).toThrow(expect.objectContaining({ field: 'rules' }));
  });

  it.each([
    { A: 59, B: 60, C: 40 },
    { A: 80, B: 39, C: 40 },
    { A: 101, B: 60, C: 40 },
    { A: 80, B: 60, C: -1 },
  ])('refuses thresholds that do not decrease from 100 to 0: %j', (thresholds) => {
    const profile = { ...DEFAULT_PROFILE, tier_thresholds: thresholds };
    expect(() => checkProfile(profile, NAMES)).toThrow(expect.objectContaining({ field: 'tier_thresholds' }));
  });
});
