import { describe, expect, it } from '@jest/globals';
import { createAddressGuard } from '@outreach/outbound-kit';
import { urlProblem } from './url-rules.ts';

const strict = createAddressGuard([]);

describe('urlProblem', () => {
  const loose = createAddressGuard(['127.0.0.0/8']);

  it.each([
    'https://example.com/hook?x=1',
    'http://example.com:8080',
    'https://93.184.216.34/',
    'https://[2606:4700:4700::1111]/',
    'https://exämple.com/',
  ])('accepts %s', (url) => expect(urlProblem(url, strict)).toBeUndefined());

  it.each([
    '',
    'example.com',
    '/hook',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user@example.com/',
    'https://user:pass@example.com/',
    `https://example.com/${'a'.repeat(2_048)}`,
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://0/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://app.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://metadata.google.internal./',
  ])('refuses %s', (url) => expect(urlProblem(url, strict)).toEqual(expect.any(String)));

  it.each([
    'http://127.0.0.1:9000/',
    'http://localhost:9000/',
    'http://app.localhost/',
    'http://printer.local/',
    'http://x.internal/',
  ])('accepts %s if the operator allows loopback addresses', (url) =>
    expect(urlProblem(url, loose)).toBeUndefined(),
  );

  it('accepts localhost if at least one of its addresses is allowed', () => {
    expect(urlProblem('http://localhost/', createAddressGuard(['::1/128']))).toBeUndefined();
    expect(urlProblem('http://localhost/', createAddressGuard(['10.0.0.0/8']))).toEqual(expect.any(String));
  });
});
