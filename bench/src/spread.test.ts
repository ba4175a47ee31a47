import { describe, expect, it } from '@jest/globals';
import { spreadOf } from './spread.ts';

describe('spreadOf', () => {
  it('shows each number as its smallest to its largest value, without the ratios', () => {
    const runs = [
      ['8 connections: 546 requests/s (0.042 POSTs, 0.18 inserts, 0.0081 texts), p99 42.5 ms', 'done'],
      ['8 connections: 528 requests/s (0.041 POSTs, 0.17 inserts, 0.0080 texts), p99 120.0 ms', 'done'],
    ];
    expect(spreadOf(runs)).toEqual(['8 connections: 528 to 546 requests/s, p99 42.5 to 120.0 ms']);
  });

  it('leaves out lines that differ in more than numbers, or in nothing', () => {
    expect(spreadOf([['201: 5', 'a 1'], ['201: 5, 429: 1', 'a 2'], ['201: 6']])).toEqual([]);
    expect(spreadOf([])).toEqual([]);
  });
});
