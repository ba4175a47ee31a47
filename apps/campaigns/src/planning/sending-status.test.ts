import { describe, expect, it } from '@jest/globals';
import { SENDING_STATUSES } from '@outreach/contracts-campaigns/planning';
import { sendingStatus, type StatusFacts } from './sending-status.ts';

/** Each change adds to the ones after it, so that the table is in the order of the statuses. */
const CHANGES: readonly (readonly [(typeof SENDING_STATUSES)[number], Partial<StatusFacts>])[] = [
  ['healthy', {}],
  ['follow_up_delay_not_met', { hasDueLeads: false }],
  ['new_lead_limit_met', { hasDueLeads: true, newLeadRoom: 0 }],
  ['daily_limit_met', { campaignRoom: 0 }],
  [
    'account_daily_limit_met',
    {
      activeAccounts: [
        { isHealthy: true, room: 0 },
        { isHealthy: false, room: 9 },
      ],
    },
  ],
  ['out_of_schedule', { isInSchedule: false }],
  ['waiting_for_contacts', { openEnrollments: 0 }],
  ['all_accounts_unhealthy', { activeAccounts: [{ isHealthy: false, room: 9 }] }],
  ['no_accounts_available', { activeAccounts: [] }],
  ['campaign_paused', { campaign: { status: 'paused', paused_by: 'user' } }],
  ['bounce_protect', { campaign: { status: 'paused', paused_by: 'system' } }],
  ['campaign_completed', { campaign: { status: 'completed', paused_by: null } }],
  ['campaign_draft', { campaign: { status: 'draft', paused_by: null } }],
];
const SENDS: StatusFacts = {
  campaign: { status: 'active', paused_by: null },
  activeAccounts: [{ isHealthy: true, room: 1 }],
  openEnrollments: 1,
  isInSchedule: true,
  campaignRoom: 1,
  newLeadRoom: 1,
  hasDueLeads: true,
  hasDueFollowUps: false,
  queued: 0,
};

describe('sendingStatus', () => {
  it('lists every status in the order of the contract', () => {
    expect(CHANGES.map(([status]) => status).toReversed()).toEqual([...SENDING_STATUSES]);
  });

  it.each(CHANGES.map(([status], index) => [status, index] as const))(
    'is %s, whatever applies after it',
    (status, index) => {
      const facts = Object.assign(
        {},
        SENDS,
        ...CHANGES.slice(0, index + 1).map(([, change]) => change),
      ) as StatusFacts;
      expect(sendingStatus(facts).status).toBe(status);
      expect(sendingStatus(facts).message).toMatch(/\.$/);
    },
  );

  it('is campaign_completed for an archived campaign, and healthy while emails are queued', () => {
    const archived = { status: 'archived', paused_by: null } as const;
    expect(sendingStatus({ ...SENDS, campaign: archived }).status).toBe('campaign_completed');
    expect(sendingStatus({ ...SENDS, hasDueLeads: false, queued: 1 }).status).toBe('healthy');
  });
});
