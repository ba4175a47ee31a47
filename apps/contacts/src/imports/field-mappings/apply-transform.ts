export const TRANSFORMS = ['none', 'trim', 'lowercase', 'split_comma', 'date_iso'] as const;

export type Transform = (typeof TRANSFORMS)[number];

/** A cell is one text, or the list that it was split into. */
export type TransformedCell = string | readonly string[];

/**
 * What a transform makes of a cell. A text that date_iso cannot read as a day stays what it is, so that the check of
 * its field refuses it by what the file says.
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
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  date_iso: (cell) => readDay(cell.trim()) ?? cell,
};

interface DayParts {
  readonly year?: string;
  readonly month?: string;
  readonly day?: string;
}

/** Years first, then days before months with dots or dashes, months before days with slashes; a time of day may follow. */
const DAY_FORMATS: readonly RegExp[] = [
  /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?:[T ].*)?$/,
  /^(?<day>\d{1,2})(?<mark>[.-])(?<month>\d{1,2})\k<mark>(?<year>\d{4})(?: .*)?$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?: .*)?$/,
  // Not a month, so it is the day.
  /^(?<day>1[3-9]|2\d|3[01])\/(?<month>\d{1,2})\/(?<year>\d{4})(?: .*)?$/,
];

function readDay(text: string): string | undefined {
  for (const format of DAY_FORMATS) {
    const day = toDay(format.exec(text)?.groups ?? {});
    if (day !== undefined) return day;
  }
  return undefined;
}

/** The parser of dates takes 30 February for 2 March; a day of the calendar comes back as itself. */
function toDay({ year, month, day }: DayParts): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}
