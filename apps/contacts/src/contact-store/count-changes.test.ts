import { describe, expect, it } from '@jest/globals';
import { batchChanges, countChanges } from './count-changes.ts';

const contact = (lead_score: number, is_deleted = false) => ({ icp_tier: 'D', lead_score, is_deleted });

describe('countChanges and batchChanges', () => {
  it('moves a contact from one cell to another and does not count deleted contacts', () => {
    expect(countChanges(contact(1), contact(2))).toEqual([
      { icp_tier: 'D', lead_score: 1, difference: -1 },
      { icp_tier: 'D', lead_score: 2, difference: 1 },
    ]);
    expect(countChanges(contact(1), contact(1))).toEqual([]);
    expect(countChanges(contact(1), contact(1, true))).toEqual([
      { icp_tier: 'D', lead_score: 1, difference: -1 },
    ]);
  });

  it('returns one change per cell for a batch and none for cells whose changes cancel out', () => {
    const created = [1, 1, 2, 1].map((score) => ({ before: undefined, after: contact(score) }));
    expect(batchChanges(created)).toEqual([
      { icp_tier: 'D', lead_score: 1, difference: 3 },
      { icp_tier: 'D', lead_score: 2, difference: 1 },
    ]);
    const swapped = [
      { before: contact(1), after: contact(2) },
      { before: contact(2), after: contact(1) },
    ];
    expect(batchChanges(swapped)).toEqual([]);
  });
});
