import { describe, expect, it } from '@jest/globals';
import { read, sources } from './tree.ts';

const PAGE = 'docs/isolation.md';
/** Constants that the limits of other files use. */
const SHARED = ['libs/mongo-kit/src/connection/connect.ts'];

interface Limit {
  readonly name: string;
  readonly value: number;
  readonly file: string;
}

/** "8 log-ins of one address (`LOG_IN_LIMITS.callCountPerOwnerMax`)" in a row whose last cell is the file. */
function limitsOfPage(): Limit[] {
  return read(PAGE)
    .split('\n')
    .filter((line) => /^\|.*`\s*\|$/.test(line))
    .flatMap((line) => {
      const file = /`([^`]+)`\s*\|$/.exec(line)?.[1] ?? '';
      const named = [...line.matchAll(/(\d[\d,]*)[^|()]*\(`([A-Z_]+(?:\.\w+)?)`\)/g)];
      return named.map(([, value = '', name = '']) => ({
        name,
        value: Number(value.replaceAll(',', '')),
        file,
      }));
    });
}

/** The value of a constant, or of a field of a constant, in a source file. */
function valueOf(name: string, file: string): number {
  const [constant = '', field] = name.split('.');
  const found = [file, ...SHARED].map((path) => definitionOf(constant, read(path))).find(Boolean) ?? '';
  const text = field === undefined ? found : (new RegExp(`\\b${field}: ([^,]+),`).exec(found)?.[1] ?? '');
  return evaluate(text, file);
}

function definitionOf(constant: string, text: string): string | undefined {
  return new RegExp(`const ${constant}(?:: \\w+)? = ([^;]+);`).exec(text)?.[1];
}

/** Products and quotients of numbers and constants. */
function evaluate(text: string, file: string): number {
  const tokens = text.replaceAll('_000', '000').match(/[A-Z][A-Z_]*|[\d_]+|[*/]/g) ?? [];
  const [first = 'NaN', ...rest] = tokens;
  const numberOf = (token: string): number =>
    /^\d/.test(token) ? Number(token.replaceAll('_', '')) : valueOf(token, file);
  let value = numberOf(first);
  for (let at = 0; at < rest.length; at += 2) {
    const operand = numberOf(rest[at + 1] ?? 'NaN');
    value = rest[at] === '*' ? value * operand : value / operand;
  }
  return value;
}

describe('the page about isolation', () => {
  const limits = limitsOfPage();

  it('has limits', () => {
    expect(limits.length).toBeGreaterThan(20);
  });

  it.each(limits)('shows the value of $name', ({ name, value, file }) => {
    expect(valueOf(name, file)).toBe(value);
  });

  it('names every pool of slots in the code', () => {
    const pools = sources()
      .filter((path) => !path.includes('.test.') && /^(apps|libs)\/.*\/src\//.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/const (\w+): FairPoolLimits/g)].map((match) => match[1] ?? ''),
      );
    const named = new Set(limits.map(({ name }) => name.split('.')[0]));
    expect(pools.filter((pool) => !named.has(pool))).toEqual([]);
  });
});

describe('code that receives bodies', () => {
  it('joins chunks with ByteBuffer, whose memory does not depend on their number', () => {
    const receivers = sources().filter((path) => /^(apps\/gateway|libs\/http-kit)\/src\//.test(path));
    expect(receivers.filter((path) => read(path).includes('Buffer.concat('))).toEqual([]);
  });

  it('reads request bodies with receiveBytes, so that they take turns', () => {
    const receivers = sources().filter((path) => /^(apps\/gateway|libs\/http-kit)\/src\//.test(path));
    const direct = receivers.filter(
      (path) => /\breq\.(on\('data'|pipe\()/.test(read(path)) && !path.endsWith('receive-bytes.ts'),
    );
    expect(direct).toEqual([]);
  });
});
