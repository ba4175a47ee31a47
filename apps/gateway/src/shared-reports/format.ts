const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const shares = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const days = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const times = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' });

/** 12345 is `12,345`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** 0.0421 is `4.2%`. */
export function formatShare(share: number): string {
  return shares.format(share);
}

/** A day in UTC: `5 Mar 2026`. */
export function formatDay(at: Date): string {
  return days.format(at);
}

/** A time in UTC: `5 March 2026 at 14:05 UTC`. */
export function formatTime(at: Date): string {
  return `${times.format(at)} UTC`;
}
