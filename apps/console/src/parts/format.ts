// The one module that formats numbers and times.

const LOCALE = 'en';
const numbers = new Intl.NumberFormat(LOCALE);
const percents = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'long' });
const days = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' });
const calendarDays = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const hours = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** The units of a relative time, from the largest. */
const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `2,000` */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** `1 contact`, `2,000 contacts` */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A rate from 0 to 1 as `4.2 %`. */
export function formatRate(rate: number): string {
  return `${percents.format(rate * 100)} %`;
}

/** `3 hours ago`, `in 2 days`; within a minute `now`. */
export function formatRelative(iso: string, nowMs: number): string {
  const distanceMs = Date.parse(iso) - nowMs;
  for (const [unit, unitMs] of UNITS)
    if (Math.abs(distanceMs) >= unitMs) return relative.format(Math.trunc(distanceMs / unitMs), unit);
  return relative.format(0, 'second');
}

/** `2 minutes`: the largest unit that fits at least once; below a minute `30 seconds`. */
export function formatDuration(durationMs: number): string {
  const [unit, unitMs] = UNITS.find(([, ms]) => durationMs >= ms) ?? (['second', 1_000] as const);
  const count = Math.round(durationMs / unitMs);
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** A time with its zone. */
export function formatExact(iso: string): string {
  return exact.format(new Date(iso));
}

/** The start of a day or an hour, for the axis of a chart. */
export function formatPeriod(iso: string, granularity: 'hour' | 'day' | 'week'): string {
  return (granularity === 'hour' ? hours : days).format(new Date(iso));
}

/** A day of the calendar, such as `2026-03-02`, as `Mar 2` in every zone. */
export function formatDay(date: string): string {
  return calendarDays.format(new Date(date));
}

/** `meeting_requested` as `Meeting requested`: the words of the API, as a label. */
export function formatWord(word: string): string {
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
