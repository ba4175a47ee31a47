import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** An attribute of a tag. Its value is as written, with entities and without quotes. */
export interface HtmlAttribute {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
  /** Positions of the value and its quotes in the text. */
  readonly start: number;
  readonly end: number;
}

export interface HtmlTag {
  /** In lower case. */
  readonly name: string;
  readonly isClosing: boolean;
  /** Positions in the text, from `<` to behind `>`. */
  readonly start: number;
  readonly end: number;
  readonly attributes: readonly HtmlAttribute[];
}

export interface HtmlVisitor {
  /** Returns false to end the scan. */
  readonly onTag: (tag: HtmlTag) => boolean;
  readonly onText?: (text: string) => void;
}

/**
 * Reads the tags and texts of HTML in their order, in linear time. It builds no tree, so nesting costs nothing. A tag
 * without its `>` is no tag.
 */
export function scanHtml(html: string, visitor: HtmlVisitor): void {
  const scan: Scan = { html, visitor, tag: undefined, attribute: undefined, stop: () => tokenizer.pause() };
  const tokenizer = new Tokenizer({ decodeEntities: false }, callbacksOf(scan));
  tokenizer.write(html);
  if (tokenizer.running) tokenizer.end();
}

interface Scan {
  readonly html: string;
  readonly visitor: HtmlVisitor;
  readonly stop: () => void;
  tag: { readonly name: string; readonly start: number; readonly attributes: HtmlAttribute[] } | undefined;
  attribute: { readonly name: string; start: number; end: number } | undefined;
}

function callbacksOf(scan: Scan): TokenizerCallbacks {
  const { html, visitor } = scan;
  const openTagEnds = (index: number): void => {
    const { tag } = scan;
    scan.tag = undefined;
    if (tag !== undefined) visit(scan, { ...tag, isClosing: false, end: index + 1 });
  };
  return {
    ...IGNORED,
    ontext: (start, end) => visitor.onText?.(html.slice(start, end)),
    onopentagname: (start, end) => {
      scan.tag = { name: html.slice(start, end).toLowerCase(), start: start - 1, attributes: [] };
    },
    onattribname: (start, end) => {
      scan.attribute = { name: html.slice(start, end).toLowerCase(), start: end, end };
    },
    onattribdata: (start, end) => {
      if (scan.attribute !== undefined) Object.assign(scan.attribute, { start, end });
    },
    onattribend: () => endAttribute(scan),
    onopentagend: openTagEnds,
    onselfclosingtag: openTagEnds,
    onclosetag: (start, end) => {
      const name = html.slice(start, end).toLowerCase();
      const close = html.indexOf('>', end);
      if (close !== -1)
        visit(scan, { name, isClosing: true, start: start - 2, end: close + 1, attributes: [] });
    },
  };
}

function visit({ visitor, stop }: Scan, tag: HtmlTag): void {
  if (!visitor.onTag(tag)) stop();
}

function endAttribute(scan: Scan): void {
  const { html, tag, attribute } = scan;
  scan.attribute = undefined;
  if (tag === undefined || attribute === undefined) return;
  const { name, start, end } = attribute;
  const isQuoted = /["']/.test(html.charAt(end));
  const [from, to] = isQuoted ? [start - 1, end + 1] : [start, end];
  tag.attributes.push({ name, value: html.slice(start, end), start: from, end: to });
}

const ignore = (): void => undefined;

/** Comments, declarations and entities have no meaning for the users of this scanner. */
const IGNORED = {
  onattribentity: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onprocessinginstruction: ignore,
  ontextentity: ignore,
};
