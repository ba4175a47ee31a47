import fc from 'fast-check';
import type { Operation, Parameter, ServedDocument } from './document.ts';
import { valueMaker, type KnownValues, type ValueMaker } from './fuzz-values.ts';

/** A value of a path: of something that a POST of this run made, or this very text. */
export type PathValue = { readonly made: number } | { readonly text: string };

/** A request as the seed makes it; what depends on the run is filled in when it is sent. */
export interface FuzzRequest {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, PathValue>>;
  readonly query: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests of all operations in turn: half of them fit the document, the rest nearly do. */
export function makeRequests(
  document: ServedDocument,
  how: { readonly seed: number; readonly count: number; readonly known: KnownValues },
): FuzzRequest[] {
  const maker = valueMaker(document, how.known);
  const each = Math.ceil(how.count / document.operations.length);
  const lists = document.operations.map((operation, index) =>
    fc.sample(requestOf(operation, maker), { numRuns: each, seed: how.seed + index }),
  );
  const turns = Array.from({ length: each }, (_, turn) => lists.flatMap((list) => list[turn] ?? []));
  return turns.flat().slice(0, how.count);
}

function requestOf(operation: Operation, maker: ValueMaker): fc.Arbitrary<FuzzRequest> {
  return fc.boolean().chain((isValid) =>
    fc.record({
      operation: fc.constant(operation),
      path: fc.record(
        Object.fromEntries(
          operation.pathParameters.map(({ name, schema }) => [name, pathValue(maker.valid(schema), isValid)]),
        ),
      ),
      query: queryOf(operation.queryParameters, maker, isValid),
      body: bodyOf(operation, maker, isValid),
      headers: headersOf(operation, isValid),
    }),
  );
}

function pathValue(wellFormed: fc.Arbitrary<unknown>, isValid: boolean): fc.Arbitrary<PathValue> {
  const made = fc.record({ made: fc.nat(1_000) });
  const text = fc.oneof(wellFormed.map(String), fc.string({ minLength: 1, maxLength: 40 }).filter(isSegment));
  return isValid ? made : fc.oneof(made, fc.record({ text }));
}

/** A URL with a dot segment is another URL by the time it is sent. */
function isSegment(text: string): boolean {
  return text !== '.' && text !== '..';
}

function queryOf(parameters: readonly Parameter[], maker: ValueMaker, isValid: boolean) {
  const pairs = parameters
    .filter(({ name }) => !(isValid && name === 'cursor'))
    .map(({ name, schema }) => {
      const value = isValid ? maker.valid(schema, name) : maker.nearlyValid(schema, name);
      return value.map((made): readonly [string, string] => [name, asText(made)]);
    });
  return fc.tuple(...pairs).chain((all) => fc.subarray(all));
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}

function bodyOf({ body }: Operation, maker: ValueMaker, isValid: boolean): fc.Arbitrary<string | undefined> {
  if (body === undefined) return fc.constant(undefined);
  const fits = maker.valid(body).map((value) => JSON.stringify(value));
  if (isValid) return fits;
  const nearly = maker.nearlyValid(body).map((value) => JSON.stringify(value));
  const broken = fits.map((text) => text.slice(0, -1));
  return fc.oneof({ weight: 8, arbitrary: nearly }, { weight: 1, arbitrary: broken });
}

function headersOf(operation: Operation, isValid: boolean): fc.Arbitrary<Record<string, string>> {
  const type = isValid ? ['application/json'] : ['application/json', 'application/json', 'text/plain'];
  const octet = fc.nat(255);
  const key = fc.stringMatching(/^[!-~]{1,30}$/);
  return fc
    .record({ a: octet, b: octet, type: fc.constantFrom(...type), key: fc.option(key) })
    .map((made) => ({
      'x-forwarded-for': `10.9.${made.a}.${made.b}`,
      ...(operation.body === undefined ? {} : { 'content-type': made.type }),
      ...(made.key === null ? {} : { 'idempotency-key': made.key }),
    }));
}
