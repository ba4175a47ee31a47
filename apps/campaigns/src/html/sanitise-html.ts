import sanitize, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { cutText } from './cut-text.ts';
import { sanitiseStyle } from './sanitise-style.ts';

/** The library takes seconds for more tags that are nested. */
const TAGS_MAX = 10_000;
/** Tags that are nested deeper are removed; their texts stay. */
const NESTING_MAX = 200;
/** For the end tags of a cut text. */
const END_TAGS_BYTES_MAX = 4_096;
const ADDRESS_CHARACTERS_MAX = 2_048;

const ELEMENTS =
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  );
/** Removed with their content: it is no text, or parsers do not agree what it is. */
const REMOVED =
  'applet audio embed frameset iframe math noembed noframes noscript object option plaintext script select style svg template textarea title video xmp'.split(
    ' ',
  );
const ATTRIBUTES: ReadonlySet<string> = new Set(
  'abbr align alt bgcolor border cellpadding cellspacing color cols colspan data-src dir face height href hspace lang nowrap rowspan rules scope size span src start style summary title type valign value vspace width'.split(
    ' ',
  ),
);

const LINK = /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu;
/** Images without scripts: not SVG. */
const OWN_IMAGE =
  /^(?:cid:[^\s\p{Cc}]{1,500}|data:image\/(?:png|gif|jpe?g|webp|bmp|avif);base64,[a-z\d+/=\s]*)$/iu;
const REMOTE_IMAGE = /^(?:https?:|\/\/|[^:]*$)/i;

const OPTIONS: IOptions = {
  allowedTags: ELEMENTS,
  nonTextTags: REMOVED,
  allowedAttributes: { '*': [...ATTRIBUTES] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['cid', 'data'] },
  allowProtocolRelative: false,
  // The allow list of styles is `sanitiseStyle`.
  parseStyleAttributes: false,
  nestingLimit: NESTING_MAX,
  transformTags: { '*': transform },
};

export interface SanitisedHtml {
  readonly html: string;
  /** True if the text was longer than what is returned. */
  readonly isCut: boolean;
}

/**
 * The HTML of a message with elements and attributes of an allow list: nothing in it runs, and nothing remote loads. The
 * address of a remote image is in `data-src`.
 * @param bytesMax size of the result in UTF-8.
 */
export function sanitiseHtml(html: string, bytesMax: number): SanitisedHtml {
  const read = cutTags(html);
  const all = sanitize(read, OPTIONS);
  if (Buffer.byteLength(all) <= bytesMax) return { html: all, isCut: read !== html };
  const cut = cutText(all, bytesMax - END_TAGS_BYTES_MAX)
    .replace(/<[^<>]*$/, '')
    .replace(/&[^&;]{0,10}$/, '');
  return { html: sanitize(cut, OPTIONS), isCut: true };
}

function cutTags(html: string): string {
  let end = -1;
  for (let count = 0; count < TAGS_MAX; count += 1) {
    end = html.indexOf('<', end + 1);
    if (end === -1) return html;
  }
  return html.slice(0, end);
}

function transform(tagName: string, found: Attributes): Tag {
  const attribs: Attributes = {};
  for (const [name, value] of Object.entries(found)) {
    const allowed = ATTRIBUTES.has(name) ? attributeOf(tagName, name, value) : undefined;
    if (allowed !== undefined) attribs[allowed[0]] = allowed[1];
  }
  return { tagName, attribs };
}

/** The name and the value of an attribute in the result. */
function attributeOf(tagName: string, name: string, value: string): readonly [string, string] | undefined {
  switch (name) {
    case 'style': {
      const style = sanitiseStyle(value);
      return style === undefined ? undefined : [name, style];
    }
    case 'href': {
      const link = value.trim();
      const isLink = tagName === 'a' && link.length <= ADDRESS_CHARACTERS_MAX && LINK.test(link);
      return isLink ? [name, link] : undefined;
    }
    case 'src':
      return tagName === 'img' ? imageOf(value.trim()) : undefined;
    case 'data-src':
      return tagName === 'img' ? remoteImage(value.trim()) : undefined;
    default:
      return [name, value];
  }
}

function imageOf(address: string): readonly [string, string] | undefined {
  return OWN_IMAGE.test(address) ? ['src', address] : remoteImage(address);
}

function remoteImage(address: string): readonly [string, string] | undefined {
  const isRemote = address.length <= ADDRESS_CHARACTERS_MAX && REMOTE_IMAGE.test(address);
  return isRemote && address !== '' ? ['data-src', address] : undefined;
}
