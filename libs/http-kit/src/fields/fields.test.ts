import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseWith } from '../zod-issues.ts';
import { pageSize, tags } from './lists.ts';
import { optionalInteger, optionalText, text } from './text.ts';
import { timestamp, timeZoneName } from './time.ts';
import { httpUrl } from './url.ts';

const passes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

describe('texts', () => {
  it('are counted in code points', () => {
    expect(passes(text(2), '😀😀')).toBe(true);
    expect(passes(text(2), '😀😀😀')).toBe(false);
  });

  it('are cleared by null and by ""; absent ones stay absent', () => {
    const body = z.object({
      a: optionalText(5),
      b: optionalText(5),
      c: optionalText(5),
      n: optionalInteger(0, 9),
    });
    expect(body.parse({ a: null, b: '' })).toEqual({ a: null, b: null });
    expect(body.parse({ n: '' })).toEqual({ n: null });
    expect(Object.keys(body.parse({ c: 'x' }))).toEqual(['c']);
  });
});

describe('tags', () => {
  it('are trimmed and without repetitions, in order', () => {
    expect(tags().parse([' b', 'a', 'b ', 'B'])).toEqual(['b', 'a', 'B']);
  });

  it('name the bad one, or themselves when there are too many', () => {
    const body = z.object({ tags: tags() });
    const many = Array.from({ length: 101 }, (_, index) => `tag ${index}`);
    expect(() => parseWith(body, { tags: ['a', 'x'.repeat(65)] })).toThrow(
      expect.objectContaining({ field: 'tags[1]' }),
    );
    expect(() => parseWith(body, { tags: many })).toThrow(expect.objectContaining({ field: 'tags' }));
  });
});

describe('validation errors', () => {
  it('speak of the first field and list fifty', () => {
    const body = z.object({ list: z.array(z.string()) });
    const bad = { list: Array.from({ length: 80 }, () => 1) };
    const errors = bad.list
      .slice(0, 50)
      .map((_, index) => ({ field: `list[${index}]`, message: 'must be a string' }));
    const expected = { field: 'list[0]', message: 'list[0] must be a string.', errors };
    expect(() => parseWith(body, bad)).toThrow(expect.objectContaining(expected));
  });
});

describe('timestamps', () => {
  it.each([
    ['2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T10:30:00+01:00', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('%s is %s', (given, expected) => {
    expect(timestamp().parse(given).toISOString()).toBe(expected);
  });

  it.each([
    '',
    'now',
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '2026-01-31T25:00:00Z',
    '2026-01-31T09:30:00',
    '1769851800',
    '2023-02-29T00:00:00Z',
  ])('%p is none', (given) => {
    expect(passes(timestamp(), given)).toBe(false);
  });
});

describe('time zones', () => {
  it.each(['Europe/Zurich', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3', 'US/Eastern'])(
    '%s is one',
    (name) => {
      expect(passes(timeZoneName, name)).toBe(true);
    },
  );
  it.each(['Mars/Base', '+01:00', 'Europe', '', 'Europe/Zurich ', '../etc'])('%p is none', (name) => {
    expect(passes(timeZoneName, name)).toBe(false);
  });
});

describe('other parts', () => {
  it('page_size is a whole number from 1 to 500, 50 by default', () => {
    expect(pageSize().parse(undefined)).toBe(50);
    for (const bad of ['0', '501', '-1', '1.0', '1e2', 'x', ' 5'])
      expect(passes(pageSize(), bad)).toBe(false);
  });

  it('URLs are absolute, http or https, and without spaces', () => {
    expect(passes(httpUrl, 'https://example.com/in/maria?x=1')).toBe(true);
    for (const bad of [
      'javascript:alert(1)',
      '//example.com',
      'example.com',
      'https://exa mple.com',
      'ftp://x.example',
    ]) {
      expect(passes(httpUrl, bad)).toBe(false);
    }
  });
});
