const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The most frequent separator outside quotes in the first line; a comma if there is none. */
export function findSeparator(line: string): string {
  const unquoted = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = SEPARATORS.map((separator) => unquoted.split(separator).length);
  const most = Math.max(...counts);
  return SEPARATORS[counts.indexOf(most)] ?? ',';
}
