import { describe, expect, it } from '@jest/globals';
import { escapeHtml } from './escape-html.ts';

describe('escapeHtml', () => {
  it('escapes what ends an element or a quoted attribute', () => {
    expect(escapeHtml(`<b title="a" id='b'>&amp;</b>`)).toBe(
      '&lt;b title=&quot;a&quot; id=&#39;b&#39;&gt;&amp;amp;&lt;/b&gt;',
    );
  });

  it('changes no other text', () => {
    expect(escapeHtml('Größe: 3 = 3')).toBe('Größe: 3 = 3');
  });
});
