import { describe, expect, it } from '@jest/globals';
import { afterCheck, type CheckError, type TrackingDomain } from './tracking-domain.ts';

const AT = new Date('2026-01-31T09:30:00.000Z');
const domain: TrackingDomain = {
  id: 'trk_1',
  workspace_id: 'ws_1',
  domain: 'go.example.com',
  status: 'pending',
  is_default: false,
  failures_in_row: 0,
  last_checked_at: null,
  error: null,
  created_at: AT,
  version: 1,
};

const afterChecks = (status: TrackingDomain['status'], errors: readonly CheckError[]): TrackingDomain =>
  errors.reduce<TrackingDomain>((checked, error) => afterCheck(checked, error, AT), { ...domain, status });

describe('the status of a tracking domain', () => {
  it.each([
    ['pending', [null], 'verified'],
    ['pending', ['No record.'], 'pending'],
    ['pending', ['No record.', 'No record.'], 'failed'],
    ['verified', ['No answer.'], 'verified'],
    ['verified', ['No answer.', null, 'No answer.'], 'verified'],
    ['verified', ['No answer.', 'No record.'], 'failed'],
    ['failed', [null], 'verified'],
    ['failed', ['No record.'], 'failed'],
  ] as const)('is after %s and the checks %j: %s', (before, errors, status) => {
    expect(afterChecks(before, errors)).toMatchObject({
      status,
      error: errors.at(-1),
      last_checked_at: AT,
      version: 1 + errors.length,
    });
  });
});
