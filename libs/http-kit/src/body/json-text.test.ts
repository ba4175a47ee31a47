import { describe, expect, it } from '@jest/globals';
import { AppError } from '@outreach/errors';
import fc from 'fast-check';
import { canonicalJson } from '../canonical-json.ts';
import { parseJson } from './json-text.ts';

const parse = (text: string): unknown => parseJson(Buffer.from(text));

function fieldOf(text: string): string | undefined {
  try {
    parse(text);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.field ?? 'no field';
  }
  return undefined;
}

describe('parseJson', () => {
  it('returns the result of JSON.parse when there is nothing to refuse or remove', () => {
    const name = fc
      .string()
      .filter(
        (text) =>
          text !== '__proto__' && !text.startsWith('$') && !text.includes('.') && !text.includes('\0'),
      );
    const leaf = fc.oneof(
      fc.string().filter((text) => !text.includes('\0')),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
      fc.boolean(),
      fc.constant(null),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(name, tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const text = JSON.stringify(value);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('removes __proto__, $ and dotted fields at every depth', () => {
    const text = '{"a":1,"__proto__":{"x":1},"$where":1,"b.c":1,"list":[{"$gt":1,"ok":{"x.y":2,"z":3}}]}';
    const value = parse(text);
    expect(value).toEqual({ a: 1, list: [{ ok: { z: 3 } }] });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('ignores brackets inside strings', () => {
    expect(parse(`{"a":"${'['.repeat(100)}\\\\\\"${'{'.repeat(100)}"}`)).toEqual({
      a: `${'['.repeat(100)}\\"${'{'.repeat(100)}`,
    });
    expect(fieldOf(`{"a":"\\\\",${'"b":['.repeat(1)}${'['.repeat(40)}`)).toBe('no field');
  });

  it('names the field of a NUL, a lone surrogate and a number beyond a double', () => {
    expect(fieldOf('{"a":[{"b":"\\u0000"}]}')).toBe('a[0].b');
    expect(fieldOf('{"a":"\\ud800"}')).toBe('a');
    expect(fieldOf('{"a":{"b":[1,-1e400]}}')).toBe('a.b[1]');
    expect(fieldOf('"\\ud800"')).toBe('no field');
    expect(fieldOf('{"\\u0000":1}')).toBe('no field');
    expect(parse('{"a":"😀"}')).toEqual({ a: '😀' });
  });

  it('refuses a megabyte of brackets in less than a second of processor time', () => {
    const before = process.cpuUsage();
    expect(fieldOf('['.repeat(1_048_576))).toBe('no field');
    expect(fieldOf(`"${'\\'.repeat(1_048_575)}`)).toBe('no field');
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

describe('canonicalJson', () => {
  it('is the same text for every order of the fields', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    expect(canonicalJson(undefined)).toBe('null');
  });
});
