const SECOND_MS = 1_000;
const AHEAD_MS_MAX = 24 * 60 * 60 * SECOND_MS;
const SECONDS = /^\d{1,10}$/;
/** All three date forms begin with the day of the week (RFC 9110 §5.6.7); Date.parse accepts further forms. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * The timestamp, in ms since the epoch, of a Retry-After header: seconds or a date (RFC 9110 §10.2.3), at most 24 hours
 * ahead. Undefined when the header is invalid.
 */
export function readRetryAfter(
  header: string | readonly string[] | undefined,
  nowMs: number,
): number | undefined {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim();
  if (text === undefined) return undefined;
  const atMs = SECONDS.test(text)
    ? nowMs + Number(text) * SECOND_MS
    : HTTP_DATE.test(text)
      ? Date.parse(text)
      : NaN;
  return Number.isNaN(atMs) ? undefined : Math.min(atMs, nowMs + AHEAD_MS_MAX);
}
