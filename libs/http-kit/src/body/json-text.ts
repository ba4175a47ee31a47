import { AppError } from '@outreach/errors';
import { fieldPath } from '../field-path.ts';
import { wrongField } from '../zod-issues.ts';

const DEPTH_MAX = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENERS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSERS: ReadonlySet<number> = new Set([0x5d, 0x7d]);

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON of a client: UTF-8 only, at most 32 levels, no NUL, no lone surrogates, no numbers beyond a double.
 * Fields named `__proto__`, starting with `$` or containing a dot are removed.
 * @throws AppError invalid_argument, with the field if one value is invalid.
 */
export function parseJson(bytes: Uint8Array): unknown {
  requireShallow(bytes);
  return clean(parse(bytes), []);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw new AppError('invalid_argument', 'The body is not valid JSON.', { cause });
  }
}

/** Counts brackets before parsing, so that a body with a million brackets does not allocate a million objects. */
function requireShallow(bytes: Uint8Array): void {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (OPENERS.has(byte)) depth += 1;
    else if (CLOSERS.has(byte)) depth -= 1;
    if (depth > DEPTH_MAX) {
      throw new AppError('invalid_argument', `The body has more than ${DEPTH_MAX} levels.`);
    }
  }
}

/** Index of the quote that ends the string starting at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let slashes = 0;
  while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}

type Path = (string | number)[];

function clean(value: unknown, path: Path): unknown {
  if (typeof value === 'string') requireText(value, path);
  else if (typeof value === 'number') requireFinite(value, path);
  else if (Array.isArray(value)) return cleanList(value, path);
  else if (typeof value === 'object' && value !== null) return cleanObject(value, path);
  return value;
}

function cleanList(list: unknown[], path: Path): unknown[] {
  list.forEach((item, index) => {
    path.push(index);
    list[index] = clean(item, path);
    path.pop();
  });
  return list;
}

/** Checks an object in place, and copies it only if a field must be removed. */
function cleanObject(object: object, path: Path): object {
  const fields = Object.entries(object);
  const kept = fields.filter(([name]) => isAllowedName(name));
  for (const [name, value] of kept) {
    requireText(name, path);
    path.push(name);
    const cleaned = clean(value, path);
    if (cleaned !== value) Reflect.set(object, name, cleaned);
    path.pop();
  }
  if (kept.length === fields.length) return object;
  return Object.fromEntries(kept.map(([name]) => [name, Reflect.get(object, name)]));
}

function isAllowedName(name: string): boolean {
  return name !== '__proto__' && !name.startsWith('$') && !name.includes('.');
}

function requireText(text: string, path: Path): void {
  if (text.includes('\0') || !text.isWellFormed()) refuse(path, 'must not contain NUL or lone surrogates');
}

function requireFinite(value: number, path: Path): void {
  if (!Number.isFinite(value)) refuse(path, 'must be a number within the range of a double');
}

function refuse(path: Path, message: string): never {
  if (path.length === 0) throw new AppError('invalid_argument', `The body ${message}.`);
  throw wrongField(fieldPath(path), message);
}
