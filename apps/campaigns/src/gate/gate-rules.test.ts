import { describe, expect, it } from '@jest/globals';
import { GATE_REASONS } from '@outreach/contracts-campaigns/campaign';
import { CAMPAIGN_TYPES } from '@outreach/contracts-campaigns/records';
import { evaluateGate } from './evaluate-gate.ts';
import type { GateFacts } from './gate-facts.ts';
import type { GateAccount, GateCampaign } from './gate-inputs.ts';
import { GATE_RULES } from './gate-rules.ts';

const NOW = new Date('2026-02-10T12:00:00.000Z');
const STRUCTURAL = ['sequence_has_no_steps', 'template_error', 'platform_not_configured'];

const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

const AUTH = { mx: 'pass', checked_at: null } as const;

function accountOf(changes: Partial<GateAccount> = {}): GateAccount {
  return {
    id: 'acc_1',
    email: 'sales@example.org',
    reply_to: null,
    tracking_domain_id: null,
    status: 'active',
    health_score: 100,
    warmup: { enabled: false, day: 0, start: 5, increment: 5, ceiling: 30 },
    auth: { ...AUTH, spf: 'pass', dkim: 'unknown', dmarc: 'pass' },
    ...changes,
  };
}

function factsOf(
  changes: Partial<Omit<GateFacts, 'campaign'>> & { readonly campaign?: Partial<GateCampaign> } = {},
): GateFacts {
  const { campaign, ...rest } = changes;
  return {
    now: NOW,
    stepCount: 1,
    templateErrors: [],
    accounts: [accountOf()],
    listings: new Map(),
    hasMatches: true,
    sends: { sent: 0, hardBounces: 0, complaints: 0 },
    isPlatformConfigured: true,
    ...rest,
    campaign: {
      id: 'cmp_1',
      campaign_type: 'cold_outreach',
      platform: 'native',
      sequence_id: 'seq_1',
      sending_account_ids: ['acc_1'],
      min_health_score: 0,
      send_window_start: 9,
      send_window_end: 17,
      send_days: [1],
      contact_filter: { segment_ids: [], icp_tier: [], grade: [] },
      paused_by: null,
      paused_at: null,
      resumed_at: null,
      ...campaign,
    },
  };
}

const withAccount = (changes: Partial<GateAccount>): GateFacts => factsOf({ accounts: [accountOf(changes)] });
const warmingUp = (day: number) => ({ enabled: true, day, start: 5, increment: 5, ceiling: 30 });
const failing = (record: 'spf' | 'dkim' | 'dmarc') =>
  withAccount({ auth: { ...AUTH, spf: 'pass', dkim: 'pass', dmarc: 'pass', [record]: 'fail' } });
const BOUNCED = { sent: 50, hardBounces: 3, complaints: 0 };

/** Facts that break exactly one rule, with the reason that they give. */
const BROKEN: readonly (readonly [string, GateFacts, object])[] = [
  ['sequence_has_no_steps', factsOf({ stepCount: 0 }), { field: 'sequence_id' }],
  [
    'template_error',
    factsOf({ templateErrors: [{ field: 'steps[0].subject', message: 'bad' }] }),
    { field: 'steps[0].subject', message: 'bad' },
  ],
  ['platform_not_configured', factsOf({ isPlatformConfigured: false }), { field: 'platform' }],
  ['no_active_sending_accounts', withAccount({ status: 'paused' }), { observed: 0, threshold: 1 }],
  [
    'sending_account_disconnected',
    factsOf({ accounts: [accountOf(), accountOf({ id: 'acc_2', status: 'error' })] }),
    { sending_account_id: 'acc_2' },
  ],
  ['sending_account_unhealthy', withAccount({ health_score: 39 }), { observed: 39, threshold: 40 }],
  [
    'sending_account_unhealthy',
    {
      ...withAccount({ health_score: 80 }),
      campaign: factsOf({ campaign: { min_health_score: 90 } }).campaign,
    },
    { observed: 80, threshold: 90 },
  ],
  [
    'warmup_incomplete',
    withAccount({ warmup: { ...warmingUp(1), start: 0 } }),
    { observed: 0, threshold: 30, sending_account_id: 'acc_1' },
  ],
  ['spf_missing', failing('spf'), { sending_account_id: 'acc_1' }],
  ['dkim_missing', failing('dkim'), { sending_account_id: 'acc_1' }],
  ['dmarc_missing', failing('dmarc'), { sending_account_id: 'acc_1' }],
  [
    'domain_blocklisted',
    factsOf({ listings: new Map([['acc_1', { domain: 'example.org', zone: 'dbl.example.net' }]]) }),
    { sending_account_id: 'acc_1', domain: 'example.org', zone: 'dbl.example.net' },
  ],
  ['bounce_rate_exceeded', factsOf({ sends: BOUNCED }), { observed: 0.06, threshold: 0.05 }],
  [
    'complaint_rate_exceeded',
    factsOf({ sends: { sent: 3_000, hardBounces: 0, complaints: 3 } }),
    { observed: 0.001, threshold: 0.001 },
  ],
  ['empty_filter', factsOf({ hasMatches: false }), { field: 'contact_filter' }],
  ['send_window_invalid', factsOf({ campaign: { send_days: [] } }), { field: 'send_days' }],
  ['send_window_invalid', factsOf({ campaign: { send_window_end: 9 } }), { field: 'send_window_end' }],
];

describe('the rules of the gate', () => {
  it('have every reason of the contract', () => {
    expect(new Set(GATE_RULES.map(({ reason }) => reason))).toEqual(new Set(GATE_REASONS));
    expect(new Set(BROKEN.map(([reason]) => reason))).toEqual(new Set(GATE_REASONS));
  });

  it('are all met by a healthy campaign', () => {
    expect(evaluateGate(factsOf())).toEqual({ passed: true, blocking_reasons: [], warnings: [] });
  });

  it.each(BROKEN)('block cold outreach with %s', (reason, facts, finding) => {
    expect(evaluateGate(facts)).toMatchObject({ passed: false, blocking_reasons: [{ reason, ...finding }] });
    expect(evaluateGate(facts).blocking_reasons).toHaveLength(1);
  });

  it.each(
    BROKEN.flatMap(([reason, facts]) =>
      CAMPAIGN_TYPES.filter((type) => type !== 'cold_outreach').map((type) => [reason, type, facts] as const),
    ),
  )('with %s block a campaign of type %s only if they are structural', (reason, type, facts) => {
    const campaign = { ...facts.campaign, campaign_type: type };
    expect(evaluateGate({ ...facts, campaign }).passed).toBe(!STRUCTURAL.includes(reason));
  });

  it.each([
    ['too few sends', { sent: 49, hardBounces: 49, complaints: 0 }],
    ['a rate below the threshold', { sent: 1_000, hardBounces: 24, complaints: 0 }],
    ['two complaints', { sent: 100, hardBounces: 0, complaints: 2 }],
  ])('do not block for %s', (_name, sends) => {
    expect(evaluateGate(factsOf({ sends }))).toEqual({ passed: true, blocking_reasons: [], warnings: [] });
  });

  it('warn at half of a rate', () => {
    const sends = { sent: 4_000, hardBounces: 100, complaints: 3 };
    expect(evaluateGate(factsOf({ sends }))).toMatchObject({
      passed: true,
      warnings: [
        { reason: 'bounce_rate_exceeded', observed: 0.025, threshold: 0.025 },
        { reason: 'complaint_rate_exceeded', threshold: 0.0005 },
      ],
    });
  });

  it('block a resume for 24 hours after an automatic pause, with the time of its end', () => {
    const paused = (hours: number) =>
      factsOf({ sends: BOUNCED, campaign: { paused_by: 'system', paused_at: hoursAgo(hours) } });
    const { blocking_reasons: reasons } = evaluateGate(paused(23));
    expect(reasons).toMatchObject([{ reason: 'bounce_rate_exceeded', retry_at: hoursAgo(-1) }]);
    expect(evaluateGate(paused(24)).passed).toBe(true);
  });

  it('warn about an account that is warming up, and pass one that has completed its warm-up', () => {
    expect(evaluateGate(withAccount({ warmup: warmingUp(5) }))).toMatchObject({
      passed: true,
      warnings: [{ reason: 'warmup_incomplete', observed: 25, threshold: 30 }],
    });
    const passed = { passed: true, blocking_reasons: [], warnings: [] };
    expect(evaluateGate(withAccount({ warmup: warmingUp(6) }))).toEqual(passed);
  });
});
