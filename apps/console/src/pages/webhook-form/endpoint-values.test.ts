import { describe, expect, it } from '@jest/globals';
import { headersError, NEW_ENDPOINT, toBody } from './endpoint-values.ts';

describe('toBody', () => {
  it('splits each line of the headers at its first colon', () => {
    const headers = ' X-Token: a:b \n\nX-Source:outreach\n';
    expect(toBody({ ...NEW_ENDPOINT, name: ' CRM ', url: ' https://example.com/ ', headers })).toEqual({
      name: 'CRM',
      url: 'https://example.com/',
      event_subscriptions: [],
      custom_headers: { 'X-Token': 'a:b', 'X-Source': 'outreach' },
    });
  });
});

describe('headersError', () => {
  it.each([
    ['', null],
    ['X-Token: a\nX-Source: b', null],
    ['X-Token', 'Write each header as Name: value, not X-Token'],
    ['X-Token: a\n: b', 'Write each header as Name: value, not : b'],
    ['X-Token:', 'Write each header as Name: value, not X-Token:'],
  ])('returns for %j the error %j', (headers, error) => {
    expect(headersError(headers)).toBe(error);
  });
});
