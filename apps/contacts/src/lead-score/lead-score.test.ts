import { describe, expect, it } from '@jest/globals';
import { score } from './lead-score.ts';

const POINTS = Array.from({ length: 101 }, (_, points) => points);

describe('score', () => {
  it('rounds the exact sum of 0.7 of the fit and 0.3 of the engagement, and half up', () => {
    const wrong = POINTS.flatMap((fit) =>
      POINTS.filter((engagement) => {
        const tenths = 7 * fit + 3 * engagement;
        const exact = (tenths - (tenths % 10)) / 10 + (tenths % 10 >= 5 ? 1 : 0);
        return score({ fit, engagement }).lead_score !== exact;
      }).map((engagement) => [fit, engagement]),
    );
    expect(wrong).toEqual([]);
  });

  it('gives a fit of 85 without engagement 60 points and grade B', () => {
    expect(score({ fit: 85, engagement: 0 })).toEqual({ lead_score: 60, icp_tier: 'A', grade: 'B' });
  });
});
