import { describe, expect, it } from '@jest/globals';
import { chooseDomain } from './choose-domain.ts';

const go = { id: 'trk_1', domain: 'go.shop.co.uk', is_default: false };
const links = { id: 'trk_2', domain: 'links.shop.co.uk', is_default: false };
const main = { id: 'trk_3', domain: 'track.example.com', is_default: true };

describe('the domain of the links of an account', () => {
  it.each([
    { title: 'the one that it names', id: 'trk_3', verified: [go, main], expected: main.domain },
    {
      title: 'none while the one that it names is not verified',
      id: 'trk_9',
      verified: [main],
      expected: null,
    },
    { title: 'the one that shares the registrable domain', verified: [main, go], expected: go.domain },
    { title: 'the oldest of several that share it', verified: [go, links, main], expected: go.domain },
    {
      title: 'the default one of several that share it',
      verified: [go, { ...links, is_default: true }],
      expected: links.domain,
    },
    { title: 'the default one', email: 'sales@other.co.uk', verified: [go, main], expected: main.domain },
    { title: 'none without a default one', email: 'sales@other.co.uk', verified: [go], expected: null },
    { title: 'none without verified domains', verified: [], expected: null },
    { title: 'none for addresses at a public suffix', email: 'sales@co.uk', verified: [go], expected: null },
  ])('is $title', ({ email = 'sales@mail.shop.co.uk', id = null, verified, expected }) => {
    expect(chooseDomain({ email, tracking_domain_id: id }, verified)).toBe(expected);
  });
});
