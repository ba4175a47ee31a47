import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseWith } from '../zod-issues.ts';
import { pageSize, tags } from './lists.ts';
import { optionalInteger, optionalText, text } from './text.ts';
import { timestamp, timeZoneName } from './time.ts';
import { httpUrl } from './url.ts';

const passes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

describe('text', () => {
  it('counts code points', () => {
    expect(passes(text(2), '😀😀')).toBe(true);
    expect(passes(text(2), '😀😀😀')).toBe(false);
  });

  it('is cleared by null and "", and left unchanged when absent', () => {
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
  it('are trimmed and deduplicated, in order', () => {
    expect(tags().parse([' b', 'a', 'b ', 'B'])).toEqual(['b', 'a', 'B']);
  });

  it('report the index of an invalid tag, and the list when there are too many', () => {
    const body = z.object({ tags: tags() });
    const many = Array.from({ length: 101 }, (_, index) => `tag ${index}`);
    expect(() => parseWith(body, { tags: ['a', 'x'.repeat(65)] })).toThrow(
      expect.objectContaining({ field: 'tags[1]' }),
    );
    expect(() => parseWith(body, { tags: many })).toThrow(expect.objectContaining({ field: 'tags' }));
  });
});

describe('validation errors', () => {
  it('name the first wrong field and list the first fifty', () => {
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
  ])('parse %s as %s', (given, expected) => {
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
  ])('reject %p', (given) => {
    expect(passes(timestamp(), given)).toBe(false);
  });
});

describe('time zones', () => {
  it.each(['Europe/Zurich', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3', 'US/Eastern'])(
    'accept %s',
    (name) => {
      expect(passes(timeZoneName, name)).toBe(true);
    },
  );
  it.each(['Mars/Base', '+01:00', 'Europe', '', 'Europe/Zurich ', '../etc'])('reject %p', (name) => {
    expect(passes(timeZoneName, name)).toBe(false);
  });
});

describe('other fields', () => {
  it('page_size is an integer from 1 to 500, by default 50', () => {
    expect(pageSize().parse(undefined)).toBe(50);
    for (const bad of ['0', '501', '-1', '1.0', '1e2', 'x', ' 5'])
      expect(passes(pageSize(), bad)).toBe(false);
  });

  it('URLs are absolute, have the scheme http or https, and contain no spaces', () => {
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
