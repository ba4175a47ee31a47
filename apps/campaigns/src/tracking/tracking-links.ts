import type { TrackingKind, TrackingTokens } from '@outreach/contracts-campaigns';
import { scanHtml, type HtmlAttribute } from '../html/index.ts';

const URL_CHARACTERS_MAX = 2_048;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&#38;', '&'],
  ['&#x26;', '&'],
  ['&quot;', '"'],
  ['&#34;', '"'],
  ['&#39;', "'"],
  ['&lt;', '<'],
  ['&gt;', '>'],
]);

/** The part of a send that its links name. */
export interface LinkedSend {
  readonly id: string;
  readonly workspace_id: string;
  readonly enrollment_id: string;
  /** The domain of the links; null for the public address. */
  readonly tracking_domain: string | null;
}

export interface TrackingSettings {
  /** True to count opens. */
  readonly opens: boolean;
  /** True to count clicks. */
  readonly links: boolean;
  /** Called before each link is replaced; it may throw. */
  readonly onLink?: () => void;
}

/** The links of emails that lead to the gateway. */
export interface TrackingLinks {
  /** Adds the open pixel and replaces the links of http and https, as the settings allow. */
  instrument(html: string, send: LinkedSend, settings: TrackingSettings): string;
  /** The address of the unsubscribe page, which takes one-click requests too. */
  unsubscribeUrl(send: LinkedSend): string;
}

export interface TrackingLinksOptions {
  readonly tokens: Pick<TrackingTokens, 'sign'>;
  /** Public address of the gateway, such as `https://mail.example.com`. Links on a tracking domain have its scheme. */
  readonly baseUrl: string;
}

export function createTrackingLinks({ tokens, baseUrl }: TrackingLinksOptions): TrackingLinks {
  const sign = (kind: TrackingKind, { id, workspace_id, ...send }: LinkedSend, url: string | null): string =>
    tokens.sign({
      kind,
      workspace_id,
      send_id: id,
      url,
      ...(kind === 'unsubscribe' && { enrollment_id: send.enrollment_id }),
    });
  const { protocol } = new URL(baseUrl);
  const originOf = ({ tracking_domain: domain }: LinkedSend): string =>
    domain === null ? baseUrl : `${protocol}//${domain}`;
  return {
    instrument: (html, send, { opens, links, onLink }) => {
      const origin = originOf(send);
      const toTracked = (url: string): string => {
        onLink?.();
        return `${origin}/t/c/${sign('click', send, url)}`;
      };
      const linked = links ? replaceLinks(html, toTracked) : html;
      return opens ? withPixel(linked, `${origin}/t/o/${sign('open', send, null)}.gif`) : linked;
    },
    unsubscribeUrl: (send) => `${originOf(send)}/u/${sign('unsubscribe', send, null)}`,
  };
}

/** Anchors, mail addresses and links that are too long for a token stay as they are. */
function replaceLinks(html: string, toTracked: (url: string) => string): string {
  const parts: string[] = [];
  let position = 0;
  for (const { value, start, end } of linksOf(html)) {
    const url = decodeEntities(value.trim());
    if (!isTrackable(url)) continue;
    parts.push(html.slice(position, start), `"${toTracked(url)}"`);
    position = end;
  }
  return [...parts, html.slice(position)].join('');
}

function linksOf(html: string): readonly HtmlAttribute[] {
  const links: HtmlAttribute[] = [];
  scanHtml(html, {
    onTag: ({ name, attributes }) => {
      const href = name === 'a' ? attributes.find((attribute) => attribute.name === 'href') : undefined;
      if (href !== undefined) links.push(href);
      return true;
    },
  });
  return links;
}

function isTrackable(url: string): boolean {
  return /^https?:\/\//i.test(url) && url.length <= URL_CHARACTERS_MAX && URL.canParse(url);
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:amp|quot|lt|gt|#38|#34|#39|#x26);/gi,
    (entity) => ENTITIES.get(entity.toLowerCase()) ?? entity,
  );
}

function withPixel(html: string, url: string): string {
  const pixel = `<img src="${url}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`;
  const end = bodyEnd(html) ?? html.length;
  return html.slice(0, end) + pixel + html.slice(end);
}

function bodyEnd(html: string): number | undefined {
  let end: number | undefined;
  scanHtml(html, {
    onTag: ({ name, isClosing, start }) => {
      if (name === 'body' && isClosing) end = start;
      return end === undefined;
    },
  });
  return end;
}
