import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookSignatureError } from './verify-webhook.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({ id: 'evt_1', type: 'contact.created', data: { email: 'maria@example.com' } });

function headersOf(body: string, { secret = SECRET, at = new Date() } = {}): Record<string, string> {
  return {
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'Webhook-Signature': new Webhook(secret).sign('evt_1', at, body),
  };
}

describe('verifyWebhook', () => {
  it('returns the event, typed by its type', () => {
    const event = verifyWebhook(BODY, headersOf(BODY), SECRET);
    expect(event.type === 'contact.created' && event.data.email).toBe('maria@example.com');
    expect(verifyWebhook(BODY, new Headers(headersOf(BODY)), SECRET)).toEqual(event);
  });

  it.each([
    ['a changed body', `${BODY} `, headersOf(BODY)],
    ['another secret', BODY, headersOf(BODY, { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` })],
    ['an old signature', BODY, headersOf(BODY, { at: new Date(Date.now() - 600_000) })],
    ['missing headers', BODY, {}],
    ['a body that is not an event', '{"id":1}', headersOf('{"id":1}')],
    ['a body that is not JSON', 'x', headersOf('x')],
  ])('refuses %s', (_case, body, headers) => {
    expect(() => verifyWebhook(body, headers, SECRET)).toThrow(WebhookSignatureError);
  });
});
