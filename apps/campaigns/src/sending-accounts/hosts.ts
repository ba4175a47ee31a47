const CHARACTERS_OF_URLS = /[\s/?#@\\%]/;
const IPV6 = /^\[?([0-9a-f:.]+)\]?$/i;
const LABELS = /^(?!-)[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/**
 * The host in its canonical form: a name in lower case and ASCII, or a literal address without brackets. Numbers such as
 * `2130706433` and `0x7f.1` become the IPv4 address that they mean. Undefined for other texts.
 */
export function toHost(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || CHARACTERS_OF_URLS.test(trimmed)) return undefined;
  const [, ipv6] = trimmed.includes(':') ? (IPV6.exec(trimmed) ?? []) : [];
  if (trimmed.includes(':') && ipv6 === undefined) return undefined;
  const url = `http://${ipv6 === undefined ? trimmed : `[${ipv6}]`}/`;
  if (!URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return host.includes(':') || LABELS.test(host) ? host : undefined;
}
