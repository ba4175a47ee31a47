import { InvalidArgumentError } from 'commander';

// Parsers of arguments and options. commander reports their errors with the name of the option.

const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const MS_PER_SECOND = 1_000;
const INTERVAL_SECONDS_MAX = 3_600;

export function profileName(text: string): string {
  if (PROFILE_NAME.test(text)) return text;
  throw new InvalidArgumentError('A name has at most 64 letters, digits, dots, dashes and underscores.');
}

export function count(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Milliseconds of a number of seconds such as 0.5. */
export function seconds(text: string): number {
  const value = Number(text);
  if (value >= 0.1 && value <= INTERVAL_SECONDS_MAX) return value * MS_PER_SECOND;
  throw new InvalidArgumentError(`It must be a number of seconds from 0.1 to ${INTERVAL_SECONDS_MAX}.`);
}

/** An http or https address without credentials. */
export function url(text: string): string {
  const parsed = URL.parse(text);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new InvalidArgumentError('It must be an http or https address.');
  if (parsed.username !== '' || parsed.password !== '')
    throw new InvalidArgumentError('It must not contain credentials.');
  return text.replace(/\/+$/, '');
}

/** An RFC 3339 time of a date or time. */
export function time(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be a date or a time such as 2026-01-30T12:00:00Z.');
  return at.toISOString();
}
