import { describe, expect, it } from '@jest/globals';
import { prettyJson, toDeliveryCurl } from './delivery-request.ts';

describe('toDeliveryCurl', () => {
  it('sends the headers and the body unchanged', () => {
    const request = {
      url: 'https://example.com/hooks',
      headers: { 'webhook-id': 'evt_1', 'webhook-signature': 'v1,abc=' },
      body: '{"name":"O\'Neil"}',
    };
    expect(toDeliveryCurl(request).split(' \\\n  ')).toEqual([
      "curl -X POST 'https://example.com/hooks'",
      "-H 'webhook-id: evt_1'",
      "-H 'webhook-signature: v1,abc='",
      String.raw`--data-binary '{"name":"O'\''Neil"}'`,
    ]);
  });
});

describe('prettyJson', () => {
  it('leaves a text that is no JSON unchanged', () => {
    expect([prettyJson('{"a":1}'), prettyJson('accepted')]).toEqual(['{\n  "a": 1\n}', 'accepted']);
  });
});
