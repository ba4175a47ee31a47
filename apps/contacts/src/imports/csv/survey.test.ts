import { describe, expect, it } from '@jest/globals';
import { Surveyor, type FileSurvey } from './survey.ts';

function survey(content: string | Uint8Array, partBytes = 3): FileSurvey {
  const surveyor = new Surveyor();
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += partBytes) surveyor.push(bytes.subarray(at, at + partBytes));
  return surveyor.end();
}

const MICROSECONDS_PER_MS = 1_000;

describe('Surveyor', () => {
  it.each([
    ['plain ASCII', 'email,title\na@b.example,x\n', 'utf-8'],
    ['UTF-8', 'email,título\na@b.example,x\n', 'utf-8'],
    ['UTF-8 with a mark', '\uFEFFemail,título\na@b.example,x\n', 'utf-8'],
    [
      'UTF-8 with one bad byte',
      Buffer.concat([Buffer.from('email,título\na,'), Buffer.from([0xff])]),
      'utf-8',
    ],
    ['Latin-1', Buffer.from('email,título\na@b.example,x\n', 'latin1'), 'latin1'],
    ['UTF-16', Buffer.from('\uFEFFemail,título\na@b.example,x\n', 'utf16le'), 'utf-16le'],
    [
      'UTF-16 with big-endian units',
      Buffer.from('\uFEFFemail,título\na@b.example,x\n', 'utf16le').swap16(),
      'utf-16be',
    ],
  ])('detects %s, the header and the number of records for any chunk size', (_name, content, encoding) => {
    for (const partBytes of [1, 2, 3, 1_000])
      expect(survey(content, partBytes)).toMatchObject({ encoding, separator: ',', recordCount: 2 });
    const found = survey(content);
    const [email, title] = found.firstBy(',');
    expect(email).toBe('email');
    expect(['título', 'title']).toContain(title);
  });

  it.each([',', ';', '\t', '|'])('detects the separator %j and ignores quoted text', (separator) => {
    const found = survey(`"a,;b"${separator}email\nx${separator}y\n`);
    expect(found.separator).toBe(separator);
    expect(found.firstBy(separator)).toEqual(['a,;b', 'email']);
  });

  it('returns the complete first record after blank and with quoted lines for any chunk size', () => {
    for (const partBytes of [1, 3, 1_000]) {
      const found = survey('\n\r\n"e;\nmail";title\r\na@b.example;x\n', partBytes);
      expect(found).toMatchObject({ separator: ';', recordCount: 2 });
      expect(found.firstBy(';')).toEqual(['e;\nmail', 'title']);
      expect(survey('\n\r\nemail;title\n', partBytes).separator).toBe(';');
    }
  });

  it('reads 1 MB without a line end and then 10,000 chunks of one byte in less than a second of processor time', () => {
    const surveyor = new Surveyor();
    surveyor.push(Buffer.alloc(1_000_000, 'x'));
    const before = process.cpuUsage();
    for (let count = 0; count < 10_000; count += 1) surveyor.push(Buffer.of(0x78));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / MICROSECONDS_PER_MS).toBeLessThan(1_000);
    surveyor.push(Buffer.from('\ny'));
    expect(surveyor.end().recordCount).toBe(2);
  });

  it('returns no record for an empty file', () => {
    for (const content of ['', '\n\r\n']) {
      const found = survey(content);
      expect([found.recordCount, found.firstBy(',')]).toEqual([0, []]);
    }
  });
});
