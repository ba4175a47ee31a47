import { describe, expect, it } from '@jest/globals';
import {
  formatCount,
  formatDay,
  formatDuration,
  formatNumber,
  formatRate,
  formatRelative,
  formatWord,
} from './format.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

describe('format', () => {
  it('groups the digits of a number', () => {
    expect(formatNumber(45_231)).toBe('45,231');
  });

  it.each([
    [0, '0 contacts'],
    [1, '1 contact'],
    [2_000, '2,000 contacts'],
  ])('counts %d as %s', (count, text) => {
    expect(formatCount(count, 'contact')).toBe(text);
  });

  it('writes a day of the calendar without a shift by the zone', () => {
    expect(formatDay('2026-03-02')).toBe('Mar 2');
  });

  it.each([
    [0, '0.0 %'],
    [0.042, '4.2 %'],
    [1, '100.0 %'],
  ])('shows the rate %s with one decimal', (rate, text) => {
    expect(formatRate(rate)).toBe(text);
  });

  it.each([
    ['2026-03-10T11:59:30Z', 'now'],
    ['2026-03-10T11:58:00Z', '2 minutes ago'],
    ['2026-03-10T09:00:00Z', '3 hours ago'],
    ['2026-03-12T13:00:00Z', 'in 2 days'],
    ['2026-03-09T11:00:00Z', 'yesterday'],
    ['2025-03-09T11:00:00Z', 'last year'],
  ])('shows %s as a relative time', (iso, text) => {
    expect(formatRelative(iso, NOW)).toBe(text);
  });

  it.each([
    [400, '0 seconds'],
    [5_000, '5 seconds'],
    [61_000, '1 minute'],
    [5_400_000, '2 hours'],
    [86_400_000, '1 day'],
  ])('shows %d ms as a duration', (durationMs, text) => {
    expect(formatDuration(durationMs)).toBe(text);
  });

  it('shows a word of the API as a label', () => {
    expect(formatWord('meeting_requested')).toBe('Meeting requested');
  });
});
