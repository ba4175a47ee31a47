import { describe, expect, it } from '@jest/globals';
import { campaignStates } from '@outreach/contracts-campaigns';
import { newCampaign, type Campaign } from './campaign.ts';
import { newSettings } from './campaign-settings.ts';
import { changedStatus, type CampaignOperation } from './change-status.ts';

const AT = new Date('2026-02-10T12:00:00.000Z');

/** The public transitions. Every other operation is refused. */
const ALLOWED: Readonly<Record<string, string>> = {
  'draft launch': 'active',
  'active pause': 'paused',
  'active auto_pause': 'paused',
  'paused resume': 'active',
  'active complete': 'completed',
  'draft archive': 'archived',
  'active archive': 'archived',
  'paused archive': 'archived',
  'completed archive': 'archived',
  'archived archive': 'archived',
};

function campaignIn(status: Campaign['status']): Campaign {
  const settings = newSettings({
    name: 'Spring',
    campaign_type: 'nurture',
    sequence_id: 'seq_1',
    sending_account_ids: ['acc_1'],
  });
  return { ...newCampaign(settings, { id: 'cmp_1', workspaceId: 'ws_1', at: new Date(0) }), status };
}

const cases = campaignStates.states.flatMap((status) =>
  campaignStates.operations.map((operation): [Campaign['status'], CampaignOperation] => [status, operation]),
);

describe('changedStatus', () => {
  it('has a case for every status and operation', () => {
    expect(cases).toHaveLength(5 * 6);
    const names = new Set(cases.map(([status, operation]) => `${status} ${operation}`));
    expect(Object.keys(ALLOWED).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(cases)('of a campaign that is %s follows the public table for %s', (status, operation) => {
    const next = ALLOWED[`${status} ${operation}`];
    const change = (): Campaign => changedStatus(campaignIn(status), operation, AT);
    if (next === undefined) {
      const refusal = { kind: 'conflict', code: 'invalid_transition', details: { status } };
      expect(change).toThrow(expect.objectContaining(refusal));
    } else expect(change()).toMatchObject({ status: next, version: 2, updated_at: AT });
  });
});
