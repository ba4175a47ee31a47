const SECOND_MS = 1_000;
const AHEAD_MS_MAX = 24 * 60 * 60 * SECOND_MS;

/**
 * The moment, in ms since the epoch, that a Retry-After header names: seconds or a date (RFC 9110 §10.2.3), at most
 * 24 hours ahead. Undefined when it names none.
 */
export function readRetryAfter(
  header: string | readonly string[] | undefined,
  nowMs: number,
): number | undefined {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim();
  if (text === undefined) return undefined;
  const atMs = /^\d{1,10}$/.test(text) ? nowMs + Number(text) * SECOND_MS : Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.min(atMs, nowMs + AHEAD_MS_MAX);
}
