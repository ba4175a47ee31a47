import { describe, expect, it } from '@jest/globals';
import { hasValidSignature, signMessage, toSignatureKey } from './signature.ts';

const NOW = Date.UTC(2026, 0, 31, 9, 30);
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const key = toSignatureKey(SECRET);
const text = '{"results":[],"note":"naïve"}';
const body = Buffer.from(text);
const headers = signMessage(key, { id: 'msg_1', body: text, atMs: NOW });
const isValid = (changes: Partial<typeof headers> = {}, received = body, nowMs = NOW): boolean =>
  hasValidSignature(key, { headers: { ...headers, ...changes }, body: received, nowMs });

describe('a signature', () => {
  it('is the one of the example of Standard Webhooks', () => {
    const example = toSignatureKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const signed = signMessage(example, {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      atMs: 1_614_265_330_000,
    });
    expect(signed['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is valid for its message', () => {
    expect(isValid()).toBe(true);
  });

  it('is valid among signatures of other keys and versions', () => {
    const other = signMessage(toSignatureKey('x'.repeat(32)), { id: 'msg_1', body: text, atMs: NOW });
    const list = `v2,abc ${other['webhook-signature']} ${headers['webhook-signature']}`;
    expect(isValid({ 'webhook-signature': list })).toBe(true);
    expect(isValid({ 'webhook-signature': other['webhook-signature'] })).toBe(false);
  });

  it('uses the bytes of a secret without prefix as the key', () => {
    const plain = toSignatureKey('a secret of at least thirty-two characters');
    const signed = signMessage(plain, { id: 'msg_1', body: text, atMs: NOW });
    expect(hasValidSignature(plain, { headers: signed, body, nowMs: NOW })).toBe(true);
  });

  it.each([
    ['of another body', {}, Buffer.from('{"results":[]}')],
    ['of another id', { 'webhook-id': 'msg_2' }, body],
    ['of another time', { 'webhook-timestamp': String(NOW / 1_000 + 1) }, body],
    ['without a version', { 'webhook-signature': headers['webhook-signature'].slice(3) }, body],
    ['without a digest', { 'webhook-signature': 'v1,' }, body],
    ['that is empty', { 'webhook-signature': '' }, body],
    ['with a timestamp that is no number', { 'webhook-timestamp': 'now' }, body],
    ['without an id', { 'webhook-id': '' }, body],
  ])('%s is not valid', (_name, changes, received) => {
    expect(isValid(changes, received)).toBe(false);
  });

  it.each([
    [300_000, true],
    [-300_000, true],
    [301_000, false],
    [-301_000, false],
  ])('of a message that is %s ms old is valid: %s', (ageMs, expected) => {
    expect(isValid({}, body, NOW + ageMs)).toBe(expected);
  });
});
