import { createTrackingTokens } from '@outreach/contracts-campaigns';
import { describe, expect, it } from '@jest/globals';
import { createTrackingLinks } from './tracking-links.ts';

const tokens = createTrackingTokens([Buffer.alloc(32, 1)]);
const links = createTrackingLinks({ tokens, baseUrl: 'https://mail.example.com' });
const send = {
  id: 'snd_01J9Z3NDEKTSV4RRFFQ69G5FA1',
  workspace_id: 'ws_01J9Z3NDEKTSV4RRFFQ69G5FA0',
  enrollment_id: 'enr_01J9Z3NDEKTSV4RRFFQ69G5FA2',
  tracking_domain: null,
};
const ALL = { opens: true, links: true };
const LINKS = { opens: false, links: true };

/** The address to which a tracked link leads. */
function targetOf(html: string): string | null | undefined {
  const [, token = ''] = /\/t\/c\/([\w-]+)/.exec(html) ?? [];
  return tokens.verify(token)?.url;
}

describe('instrument', () => {
  it.each([
    ['<a href="https://example.com/a?b=1&amp;c=2">x</a>', 'https://example.com/a?b=1&c=2'],
    ["<A class='k' HREF='http://example.com'>x</A>", 'http://example.com'],
    ['<a\n  target="_blank"\n  href = "https://example.com/ä"\n>x</a>', 'https://example.com/ä'],
  ])('replaces the link of %j', (html, url) => {
    const tracked = links.instrument(html, send, LINKS);
    expect(targetOf(tracked)).toBe(url);
    expect(tracked).not.toContain('example.com/a');
  });

  it.each([
    '<a href="mailto:maria@example.com">x</a>',
    '<a href="#top">x</a>',
    '<a href="tel:+123">x</a>',
    '<a href="javascript:alert(1)">x</a>',
    '<a name="https://example.com">x</a>',
    `<a href="https://example.com/${'a'.repeat(2_048)}">x</a>`,
    '<link href="https://example.com/style.css">',
  ])('leaves %j as it is', (html) => {
    expect(links.instrument(html, send, LINKS)).toBe(html);
  });

  it('adds the pixel before the end of the body', () => {
    const html = links.instrument('<html><body><p>Hi</p></body></html>', send, ALL);
    expect(html).toMatch(
      /<p>Hi<\/p><img src="https:\/\/mail\.example\.com\/t\/o\/[\w-]+\.gif"[^>]*><\/body><\/html>$/,
    );
  });

  it('adds the pixel at the end without a body', () => {
    expect(links.instrument('<p>Hi</p>', send, ALL)).toMatch(/^<p>Hi<\/p><img /);
  });

  it('changes nothing without settings', () => {
    const html = '<a href="https://example.com">x</a>';
    expect(links.instrument(html, send, { opens: false, links: false })).toBe(html);
  });
});

describe('a tracking domain', () => {
  it('is the host of all links, with the scheme of the public address', () => {
    const linked = { ...send, tracking_domain: 'go.example.org' };
    const html = links.instrument('<a href="https://example.com">x</a>', linked, ALL);
    expect(html).toMatch(/href="https:\/\/go\.example\.org\/t\/c\/.*src="https:\/\/go\.example\.org\/t\/o\//);
    expect(html).not.toContain('mail.example.com');
    expect(links.unsubscribeUrl(linked)).toMatch(/^https:\/\/go\.example\.org\/u\//);
  });
});

describe('unsubscribeUrl', () => {
  it('names the send and its enrollment', () => {
    const url = links.unsubscribeUrl(send);
    expect(tokens.verify(url.slice(url.lastIndexOf('/') + 1))).toEqual({
      kind: 'unsubscribe',
      workspace_id: send.workspace_id,
      send_id: send.id,
      enrollment_id: send.enrollment_id,
      url: null,
    });
  });
});
