import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normaliseDomain, normaliseEmail } from './email.ts';

describe('normaliseEmail', () => {
  it.each([
    [' Maria.Keller@Example.COM ', 'maria.keller@example.com'],
    ["o'neil+tag=x@mail.example.co", "o'neil+tag=x@mail.example.co"],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    ['user%example@example.org', 'user%example@example.org'],
  ])('normalises %p to %p', (raw, normalised) => {
    expect(normaliseEmail(raw)).toBe(normalised);
  });

  it.each([
    '',
    '@',
    'a',
    'a@',
    '@example.com',
    'a@localhost',
    'a@example.com.',
    'a@.example.com',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a b@example.com',
    'a@exa mple.com',
    'a@ example.com',
    'a@-example.com',
    'a@example-.com',
    'a@exam_ple.com',
    'a@ex%61mple.com',
    'a@example.com/x',
    'a@127.0.0.1',
    'a@0x7f.1',
    'a@[127.0.0.1]',
    'a@b@example.com',
    '"a b"@example.com',
    'ü@example.com',
    '\u212Aa@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('refuses %p', (raw) => {
    expect(normaliseEmail(raw)).toBeUndefined();
  });

  it('returns a normalised address unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (raw) => {
        const once = normaliseEmail(raw);
        if (once !== undefined) expect(normaliseEmail(once)).toBe(once);
      }),
    );
  });
});

describe('normaliseDomain', () => {
  it('takes time linear in the length of any text', () => {
    const before = process.cpuUsage();
    for (const unit of ['a-', 'a.', '-', 'é', '.', 'a']) normaliseDomain(`${unit.repeat(500_000)}!`);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
