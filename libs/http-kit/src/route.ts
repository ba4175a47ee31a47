import { notFound, type ErrorDefinition } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import type { RequiredScope } from '@outreach/service-kit/rpc';
import type { z } from 'zod';
import { parseQueryString, type ParameterNames } from './query-string.ts';
import { parseWith } from './zod-issues.ts';

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A body that is not JSON, or JSON that is written as a stream. */
export interface RawContent {
  readonly contentType: string;
  readonly description: string;
  readonly example?: string;
  /** Describes streamed JSON, which the route's example shows. */
  readonly schema?: z.ZodType;
}

/** A schema for JSON, a content type for other content, or null for no body. */
export type ResponseShape = z.ZodType | RawContent | null;
export type ResponseTable = Readonly<Record<number, ResponseShape>>;
export type ReplyHeaders = Readonly<Record<string, string>>;

/** A 200 with the route's download instead of JSON. */
export interface Download {
  /** A stream is written as it is read. */
  readonly download: string | AsyncIterable<Uint8Array>;
  readonly headers?: ReplyHeaders;
}

/** The replies that a handler may return, by the route's table of responses. */
export type ReplyOf<Responses extends ResponseTable> = {
  [Status in keyof Responses & number]: Responses[Status] extends z.ZodType
    ? { readonly status: Status; readonly body: z.output<Responses[Status]>; readonly headers?: ReplyHeaders }
    : Responses[Status] extends null
      ? { readonly status: Status; readonly headers?: ReplyHeaders }
      : {
          readonly status: Status;
          /** A stream is written as it is read. */
          readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
          readonly headers?: ReplyHeaders;
        };
}[keyof Responses & number];

/** A request after the checks of its route. */
export interface RouteRequest<Params, Query, Body> {
  readonly ctx: CallContext;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** A request with its responses. The API document shows it, and the contract tests send it. */
export interface RouteExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Headers that the route requires. */
  readonly headers?: Readonly<Record<string, string>>;
  /** By status. */
  readonly responses: Readonly<Record<number, unknown>>;
}

/** Replaces the scope of the route when a query parameter has a value. */
export interface ScopeCase {
  readonly parameter: string;
  readonly value: string;
  readonly scope: RequiredScope;
}

/** The description of a route, without its schemas and its handler. */
export interface RouteDescription {
  readonly method: HttpMethod;
  /** With parameters in braces: `/api/v1/contacts/{contact_id}/`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly scope: RequiredScope;
  readonly scopeWhen?: ScopeCase;
  /** True if only users may call it: an API key gets a 403, before its body is read. */
  readonly isForUsers?: boolean;
  /** Names of the rate limits in addition to the limits that count every request. */
  readonly limits?: readonly string[];
  /** True if requests count in no rate limit. */
  readonly isUnmetered?: boolean;
  readonly errors?: readonly ErrorDefinition[];
  readonly example: RouteExample;
  /** True for a POST that changes something: it accepts an Idempotency-Key. */
  readonly idempotent?: boolean;
  readonly deadlineMs?: number;
  /** Schema of a JSON body that the handler reads itself, for the document. */
  readonly rawBody?: z.ZodType;
  /** JSON Schemas of the fields of a `multipart/form-data` body, by name. The handler reads the body as a stream. */
  readonly multipart?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Content that a 200 may have instead of JSON. */
  readonly download?: RawContent & {
    readonly example: string;
    /** Further content types, which the handler sets by a header, each with its example. */
    readonly others?: Readonly<Record<string, string>>;
  };
  /** Largest body in bytes. */
  readonly bodyBytesMax?: number;
  /** True for routes beside the API, which its document leaves out. */
  readonly isUndocumented?: boolean;
}

export interface RouteSpec<
  Context extends HandlerContext,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Responses extends ResponseTable,
> extends RouteDescription {
  readonly params?: Params;
  readonly query?: Query & z.ZodObject;
  readonly body?: Body;
  readonly responses: Responses;
  readonly handle: (
    request: RouteRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
    ports: Context['ports'],
    exchange: Context['exchange'],
  ) => Promise<ReplyOf<NoInfer<Responses>> | Download>;
}

/** The input of a request before validation. */
export interface RouteInput {
  readonly params: Readonly<Record<string, string>>;
  /** The query without its question mark. */
  readonly search: string;
  /** Parsed JSON; an empty object when there was no body. */
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Content of the route's download type, instead of a body. */
  readonly download?: string | AsyncIterable<Uint8Array>;
  readonly headers?: ReplyHeaders;
}

/** The types that a handler receives beside its request. */
export interface HandlerContext {
  /** The ports that it uses. */
  readonly ports: unknown;
  /** The HTTP exchange. */
  readonly exchange: unknown;
}

/** A request whose input is valid: calls the handler. */
export type RouteCall<Context extends HandlerContext> = (
  ctx: CallContext,
  ports: Context['ports'],
  exchange: Context['exchange'],
) => Promise<Reply>;

/** A route without its handler, as the API document shows it. */
export interface DocumentedRoute extends RouteDescription {
  readonly params: z.ZodType | undefined;
  readonly query: z.ZodObject | undefined;
  readonly body: z.ZodType | undefined;
  readonly responses: ResponseTable;
}

/** A route as the server and the tests use it. */
export interface Route<Context extends HandlerContext> extends DocumentedRoute {
  /** Validates the input of a request. @throws AppError invalid_argument, or not_found for a malformed id. */
  parse(input: RouteInput): RouteCall<Context>;
}

/** Creates routes whose handlers receive `Context`. */
export type RouteFactory<Context extends HandlerContext> = <
  const Responses extends ResponseTable,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  spec: RouteSpec<Context, Params, Query, Body, Responses>,
) => Route<Context>;

/** Returns the factory of routes whose handlers receive `Context`. */
export function routesFor<Context extends HandlerContext>(): RouteFactory<Context> {
  return function route<
    const Responses extends ResponseTable,
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
  >(spec: RouteSpec<Context, Params, Query, Body, Responses>): Route<Context> {
    const { handle, params, query, body, ...description } = spec;
    const names = parameterNames(query);
    return {
      ...description,
      params,
      query,
      body,
      parse: (input) => {
        const valid = {
          query:
            query === undefined ? absent<Query>() : parseWith(query, parseQueryString(input.search, names)),
          body: body === undefined ? absent<Body>() : parseWith(body, input.body),
          params: parseParams(params, input.params),
        };
        return async (ctx, ports, exchange) => {
          const reply = await handle({ ctx, ...valid }, ports, exchange);
          return 'download' in reply ? { status: 200, ...reply } : reply;
        };
      },
    };
  };
}

/** The scope that a request of the route requires, depending on its query. */
export function scopeOf(
  { scope, scopeWhen }: Pick<RouteDescription, 'scope' | 'scopeWhen'>,
  search: string,
): RequiredScope {
  if (scopeWhen === undefined) return scope;
  const values = new URLSearchParams(search).getAll(scopeWhen.parameter);
  return values.includes(scopeWhen.value) ? scopeWhen.scope : scope;
}

/** A malformed id has the same response as an unknown id. */
function parseParams<Schema extends z.ZodType>(schema: Schema | undefined, value: unknown): z.output<Schema> {
  if (schema === undefined) return absent<Schema>();
  const result = schema.safeParse(value);
  if (!result.success) throw notFound();
  return result.data;
}

/** An input that a route does not declare is typed as undefined by the default of its type parameter. */
function absent<Schema extends z.ZodType>(): z.output<Schema> {
  return undefined as z.output<Schema>;
}

function parameterNames(query: z.ZodObject | undefined): ParameterNames {
  const entries = Object.entries<z.core.$ZodType>(query?.shape ?? {});
  return {
    known: new Set(entries.map(([name]) => name)),
    repeatable: new Set(entries.filter(([, schema]) => takesList(schema)).map(([name]) => name)),
  };
}

function takesList(schema: z.core.$ZodType): boolean {
  const type = schema._zod.def.type;
  if (type === 'array') return true;
  return 'innerType' in schema._zod.def && takesList(schema._zod.def.innerType as z.core.$ZodType);
}
