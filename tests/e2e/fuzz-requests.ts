import fc from 'fast-check';
import type { Operation, Parameter, ServedDocument } from './openapi-document.ts';
import { valueMaker, type KnownValues, type ValueMaker } from './fuzz-values.ts';

/** A value of a path: the id of a resource that a POST of this run created, or a text. */
export type PathValue = { readonly created: number } | { readonly text: string };

/** A request that follows from the seed alone. Ids of the run are filled in when it is sent. */
export interface FuzzRequest {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, PathValue>>;
  readonly query: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests generated at once per operation. Generating blocks, and the server closes idle connections. */
const BATCH_PER_OPERATION = 5;

/** Generates requests of all operations in turn from the seed. Half of them fit the document, half nearly fit. */
export function* makeRequests(
  document: ServedDocument,
  options: { readonly seed: number; readonly count: number; readonly known: KnownValues },
): Generator<FuzzRequest, void> {
  const maker = valueMaker(document, options.known);
  const sources = document.operations.map((operation) => requestOf(operation, maker));
  let left = options.count;
  for (let batch = 0; left > 0; batch += 1) {
    const lists = sources.map((source, index) =>
      fc.sample(source, {
        numRuns: BATCH_PER_OPERATION,
        seed: options.seed + batch * sources.length + index,
      }),
    );
    for (let turn = 0; turn < BATCH_PER_OPERATION && left > 0; turn += 1)
      for (const request of lists.flatMap((list) => list[turn] ?? []).slice(0, left)) {
        left -= 1;
        yield request;
      }
  }
}

function requestOf(operation: Operation, maker: ValueMaker): fc.Arbitrary<FuzzRequest> {
  const [fitting, nearly] = [true, false].map((isValid) =>
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
  if (fitting === undefined || nearly === undefined) throw new Error('There are two kinds of requests.');
  return fc.oneof(fitting, nearly);
}

function pathValue(wellFormed: fc.Arbitrary<unknown>, isValid: boolean): fc.Arbitrary<PathValue> {
  const created = fc.record({ created: fc.nat(1_000) });
  const text = fc.oneof(wellFormed.map(String), fc.string({ minLength: 1, maxLength: 40 }).filter(isSegment));
  return isValid ? created : fc.oneof(created, fc.record({ text }));
}

/** False for dot segments, which change the URL when it is sent. */
function isSegment(text: string): boolean {
  return text !== '.' && text !== '..';
}

function queryOf(parameters: readonly Parameter[], maker: ValueMaker, isValid: boolean) {
  const texts = parameters
    .filter(({ name }) => !(isValid && name === 'cursor'))
    .map(({ name, schema }): [string, fc.Arbitrary<string>] => {
      const value = isValid ? maker.valid(schema, name) : maker.nearlyValid(schema, name);
      return [name, value.map(asText)];
    });
  const some = fc.record(Object.fromEntries(texts), { requiredKeys: [] });
  return some.map((chosen) =>
    Object.entries(chosen).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const])),
  );
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}

function bodyOf(
  { body, isUpload }: Operation,
  maker: ValueMaker,
  isValid: boolean,
): fc.Arbitrary<string | undefined> {
  if (isUpload) return uploadOf(isValid);
  if (body === undefined) return fc.constant(undefined);
  const fits = maker.valid(body).map((value) => JSON.stringify(value));
  if (isValid) return fits;
  const nearly = maker.nearlyValid(body).map((value) => JSON.stringify(value));
  const broken = fits.map((text) => text.slice(0, -1));
  return fc.oneof({ weight: 8, arbitrary: nearly }, { weight: 1, arbitrary: broken });
}

const BOUNDARY = 'fuzz-boundary';
const UPLOAD_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A small file of contacts. A nearly valid file lacks the address column, the field name or the end. */
function uploadOf(isValid: boolean): fc.Arbitrary<string> {
  const cell = fc.string({ maxLength: 20 }).map((text) => `"${text.replaceAll('"', '""')}"`);
  const rows = fc.array(fc.tuple(fc.emailAddress(), cell), { maxLength: 5 });
  const header = isValid ? fc.constant('email,title') : fc.constantFrom('email,title', 'title,name', '');
  const part = isValid ? fc.constant('file') : fc.constantFrom('file', 'other');
  const end = isValid ? fc.constant('--') : fc.constantFrom('--', '');
  return fc.record({ header, rows, part, end }).map((parts) => {
    const csv = [parts.header, ...parts.rows.map((row) => row.join(','))].join('\r\n');
    const head = `Content-Disposition: form-data; name="${parts.part}"; filename="contacts.csv"\r\nContent-Type: text/csv`;
    return `--${BOUNDARY}\r\n${head}\r\n\r\n${csv}\r\n--${BOUNDARY}${parts.end}\r\n`;
  });
}

function headersOf(operation: Operation, isValid: boolean): fc.Arbitrary<Record<string, string>> {
  const right = operation.isUpload ? UPLOAD_TYPE : 'application/json';
  const type = isValid ? [right] : [right, right, 'text/plain'];
  const octet = fc.nat(255);
  const key = fc.stringMatching(/^[!-~]{1,30}$/);
  return fc
    .record({ a: octet, b: octet, type: fc.constantFrom(...type), key: fc.option(key) })
    .map((chosen) => ({
      'x-forwarded-for': `10.9.${chosen.a}.${chosen.b}`,
      ...(operation.body === undefined && !operation.isUpload ? {} : { 'content-type': chosen.type }),
      ...(chosen.key === null ? {} : { 'idempotency-key': chosen.key }),
    }));
}
