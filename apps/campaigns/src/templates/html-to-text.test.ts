import { describe, expect, it } from '@jest/globals';
import { htmlToText } from './html-to-text.ts';

describe('htmlToText', () => {
  it('keeps paragraphs, lists and the targets of links', () => {
    const html =
      '<style>p{}</style><h1>Hello</h1><p>Hi Maria,<br>see <a href="https://example.com/x">the page</a>.</p><ul><li>one</li><li>two</li></ul><img src="x.gif">';
    expect(htmlToText(html)).toBe(
      'Hello\n\nHi Maria,\nsee the page (https://example.com/x).\n\n * one\n * two',
    );
  });

  it('decodes entities and does not wrap lines', () => {
    const long = 'word '.repeat(60).trim();
    expect(htmlToText(`<p>Ada &amp; Sons ${long}</p>`)).toBe(`Ada & Sons ${long}`);
  });

  it('reads unclosed elements', () => {
    const [text, list] = [htmlToText('<p>a<p>b'), htmlToText(`<ul>${'<li>x'.repeat(1_000)}`)];
    expect([text, list.split('\n').length]).toEqual(['a\n\nb', 1_000]);
  });

  it('refuses elements that are nested too deeply', () => {
    expect(() => htmlToText('<div>'.repeat(501))).toThrow('nests elements more than 500 times');
  });
});
