/** The fields of a block of a report, by their names in lower case. */
export type ReportFields = ReadonlyMap<string, string>;

const BLOCKS_MAX = 100;

/** The blocks of a report: fields in the form of headers, separated by empty lines (RFC 3464, RFC 5965). */
export function parseReport(text: string): readonly ReportFields[] {
  return text
    .replaceAll('\r', '')
    .trim()
    .split(/\n[ \t]*\n/, BLOCKS_MAX)
    .map(parseBlock);
}

function parseBlock(block: string): ReportFields {
  const fields = new Map<string, string>();
  for (const line of block.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name, value] = /^([\w-]{1,80}):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && !fields.has(name.toLowerCase()))
      fields.set(name.toLowerCase(), value?.trim() ?? '');
  }
  return fields;
}

/** The value behind a type: `rfc822; jane@acme.com` is `jane@acme.com`. */
export function valueOf(field: string | undefined): string {
  return (field ?? '').replace(/^[^;]{0,40};\s*/, '').trim();
}
