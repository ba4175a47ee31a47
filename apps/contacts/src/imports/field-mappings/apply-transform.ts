export const TRANSFORMS = ['none', 'trim', 'lowercase', 'split_comma', 'date_iso'] as const;

export type Transform = (typeof TRANSFORMS)[number];

/** A text, or the list of texts of a split cell. */
export type TransformedCell = string | readonly string[];

/**
 * Applies a transform to a cell. A text that date_iso cannot read as a date stays unchanged, so that the error message
 * of its field shows the text of the file.
 */
export function applyTransform(transform: Transform, cell: string): TransformedCell {
  return APPLY[transform](cell);
}

const APPLY: Readonly<Record<Transform, (cell: string) => TransformedCell>> = {
  none: (cell) => cell,
  trim: (cell) => cell.trim(),
  lowercase: (cell) => cell.toLowerCase(),
  split_comma: (cell) =>
    cell
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  date_iso: (cell) => readDay(cell.trim()) ?? cell,
};

/** Year first; day before month with dots or dashes; month before day with slashes. A time of day may follow. */
const DAY_FORMATS: readonly RegExp[] = [
  /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?:[T ].*)?$/,
  /^(?<day>\d{1,2})(?<mark>[.-])(?<month>\d{1,2})\k<mark>(?<year>\d{4})(?: .*)?$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?: .*)?$/,
  // A number above 12 is the day.
  /^(?<day>1[3-9]|2\d|3[01])\/(?<month>\d{1,2})\/(?<year>\d{4})(?: .*)?$/,
];

function readDay(text: string): string | undefined {
  for (const format of DAY_FORMATS) {
    const day = toDay(format.exec(text)?.groups ?? {});
    if (day !== undefined) return day;
  }
  return undefined;
}

/** Refuses dates that do not exist: Date turns 30 February into 2 March. */
function toDay({ year, month, day }: Readonly<Record<string, string>>): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}
