/** A number with its decimals. */
const NUMBER = /\d+(?:\.\d+)?/g;
/** Ratios to the yardsticks stand in parentheses. */
const RATIOS = / \([^)]*(?:POSTs|texts)[^)]*\)/g;

/**
 * The lines of a repeated run, each number as its smallest to its largest value: `528 to 546 requests/s`. Lines that
 * differ in more than numbers, or in nothing, are left out.
 */
export function spreadOf(runs: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = runs;
  return first.flatMap((line, index) => {
    const same = [line, ...others.map((lines) => lines[index] ?? '')].map((text) =>
      text.replaceAll(RATIOS, ''),
    );
    const shapes = new Set(same.map((text) => text.replaceAll(NUMBER, '#')));
    return shapes.size === 1 && new Set(same).size > 1 ? [withRanges(same)] : [];
  });
}

function withRanges(lines: readonly string[]): string {
  const values = lines.map((line) => line.match(NUMBER) ?? []);
  let index = -1;
  return (lines[0] ?? '').replaceAll(NUMBER, () => {
    index += 1;
    const sorted = values
      .map((row) => row[index] ?? '')
      .toSorted((one, other) => Number(one) - Number(other));
    const [least = '', most = ''] = [sorted[0], sorted.at(-1)];
    return least === most ? least : `${least} to ${most}`;
  });
}
