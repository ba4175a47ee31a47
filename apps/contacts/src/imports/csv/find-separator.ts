const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The separator that stands most often outside quotes in the first line; a comma where there is none. */
export function findSeparator(line: string): string {
  const outside = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = SEPARATORS.map((separator) => outside.split(separator).length);
  const most = Math.max(...counts);
  return SEPARATORS[counts.indexOf(most)] ?? ',';
}
