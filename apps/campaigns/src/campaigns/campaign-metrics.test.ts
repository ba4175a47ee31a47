import { describe, expect, it } from '@jest/globals';
import { toCounters } from '../stats/index.ts';
import { toMetrics } from './campaign-metrics.ts';

describe('toMetrics', () => {
  it('has rates of 0 without any sends', () => {
    expect(toMetrics(toCounters())).toMatchObject({
      total_sent: 0,
      open_rate: 0,
      reply_rate: 0,
      bounce_rate: 0,
    });
  });

  it('counts each send and contact once in the rates', () => {
    const counters = toCounters({
      sent: 10,
      delivered: 8,
      bounced: 2,
      opened: 12,
      replied: 3,
      unique_opened: 4,
      unique_replied: 1,
      contacted: 5,
    });
    expect(toMetrics(counters)).toEqual({
      total_sent: 10,
      delivered: 8,
      opened: 12,
      clicked: 0,
      replied: 3,
      bounced: 2,
      unsubscribed: 0,
      spam_complaints: 0,
      open_rate: 0.5,
      reply_rate: 0.2,
      bounce_rate: 0.2,
    });
  });
});
