import { notFound, type ErrorDefinition } from '@outreach/errors';
import type { CallContext, RequiredScope } from '@outreach/service-kit';
import type { z } from 'zod';
import { parseQueryString, type ParameterNames } from './query-string.ts';
import { parseWith } from './zod-issues.ts';

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A body that is not JSON. */
export interface RawContent {
  readonly contentType: string;
  readonly description: string;
}

/** JSON by its schema, other content by its type, or null: no body at all. */
export type ResponseShape = z.ZodType | RawContent | null;
export type ResponseTable = Readonly<Record<number, ResponseShape>>;
export type ReplyHeaders = Readonly<Record<string, string>>;

/** A 200 that is the row's download in the place of JSON. */
export interface Download {
  readonly status: 200;
  readonly download: string;
  readonly headers?: ReplyHeaders;
}

/** What a handler may answer, by the row's table of responses. */
export type ReplyOf<Responses extends ResponseTable> = {
  [Status in keyof Responses & number]: Responses[Status] extends z.ZodType
    ? { readonly status: Status; readonly body: z.output<Responses[Status]>; readonly headers?: ReplyHeaders }
    : Responses[Status] extends null
      ? { readonly status: Status; readonly headers?: ReplyHeaders }
      : { readonly status: Status; readonly body: string | Uint8Array; readonly headers?: ReplyHeaders };
}[keyof Responses & number];

/** A request that passed every check of its row. */
export interface RouteRequest<Params, Query, Body> {
  readonly ctx: CallContext;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** A request and its answers that the documents show and the contract tests send. */
export interface RouteExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** By status. */
  readonly responses: Readonly<Record<number, unknown>>;
}

/** A scope in the place of the row's own, where a query parameter has a value. */
export interface ScopeCase {
  readonly parameter: string;
  readonly value: string;
  readonly scope: RequiredScope;
}

/** What a row says of itself beside its types. */
export interface RouteFacts {
  readonly method: HttpMethod;
  /** With parameters in braces: `/api/v1/contacts/{contact_id}/`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly scope: RequiredScope;
  readonly scopeWhen?: ScopeCase;
  /** Names of the rate limits beyond those that every request meets. */
  readonly limits?: readonly string[];
  /** True on what counts in no limit. */
  readonly isUnmetered?: boolean;
  readonly errors?: readonly ErrorDefinition[];
  readonly example: RouteExample;
  /** True on a POST that changes something: it takes an Idempotency-Key. */
  readonly idempotent?: boolean;
  readonly deadlineMs?: number;
  /** JSON Schemas of the parts of a `multipart/form-data` body, by their names; the handler reads them as they come. */
  readonly multipart?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What a 200 may be beside JSON. */
  readonly download?: RawContent & { readonly example: string };
  /** Largest body in bytes. */
  readonly bodyBytesMax?: number;
  /** True for what serves people and machines beside the API and stays out of its document. */
  readonly isUndocumented?: boolean;
}

export interface RouteSpec<
  Deps,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Responses extends ResponseTable,
> extends RouteFacts {
  readonly params?: Params;
  readonly query?: Query & z.ZodObject;
  readonly body?: Body;
  readonly responses: Responses;
  readonly handle: (
    request: RouteRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
    deps: Deps,
  ) => Promise<ReplyOf<NoInfer<Responses>>>;
  /** Asked first, where the row has a download: undefined when the request wants JSON. */
  readonly handleDownload?: (
    request: RouteRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
    deps: Deps,
  ) => Promise<Download | undefined>;
}

/** A request as it came over the wire. */
export interface RawRequest {
  readonly ctx: CallContext;
  readonly params: Readonly<Record<string, string>>;
  /** Without its question mark. */
  readonly search: string;
  /** Parsed JSON; an empty object when there was no body. */
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** In the place of a body: content of the row's download type. */
  readonly download?: string;
  readonly headers?: ReplyHeaders;
}

/** A row as the server, the documents and the tests see it. */
export interface RouteRow<Deps> extends RouteFacts {
  readonly params: z.ZodType | undefined;
  readonly query: z.ZodObject | undefined;
  readonly body: z.ZodType | undefined;
  readonly responses: ResponseTable;
  /** Checks the request, then runs the handler. @throws AppError */
  invoke(request: RawRequest, deps: Deps): Promise<Reply>;
}

/** `route()`, for handlers that are given `Deps`. */
export type RouteMaker<Deps> = <
  const Responses extends ResponseTable,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  spec: RouteSpec<Deps, Params, Query, Body, Responses>,
) => RouteRow<Deps>;

/** Binds `route()` to what handlers are given. */
export function routesFor<Deps>(): RouteMaker<Deps> {
  return function route<
    const Responses extends ResponseTable,
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
  >(spec: RouteSpec<Deps, Params, Query, Body, Responses>): RouteRow<Deps> {
    const { handle, handleDownload, params, query, body, ...rest } = spec;
    const names = parameterNames(query);
    return {
      ...rest,
      params,
      query,
      body,
      invoke: async (raw, deps) => {
        const request = {
          ctx: raw.ctx,
          query: parsePart(query, () => parseQueryString(raw.search, names)),
          body: parsePart(body, () => raw.body),
          params: parseParams(params, raw.params),
        };
        return (await handleDownload?.(request, deps)) ?? handle(request, deps);
      },
    };
  };
}

/** The scope that a request of the row needs, by its query as it came. */
export function scopeOf(
  { scope, scopeWhen }: Pick<RouteFacts, 'scope' | 'scopeWhen'>,
  search: string,
): RequiredScope {
  if (scopeWhen === undefined) return scope;
  const values = new URLSearchParams(search).getAll(scopeWhen.parameter);
  return values.includes(scopeWhen.value) ? scopeWhen.scope : scope;
}

function parsePart<Schema extends z.ZodType>(
  schema: Schema | undefined,
  read: () => unknown,
): z.output<Schema> {
  return schema === undefined ? absent<Schema>() : parseWith(schema, read());
}

/** A malformed id is answered exactly like an unknown one. */
function parseParams<Schema extends z.ZodType>(schema: Schema | undefined, value: unknown): z.output<Schema> {
  if (schema === undefined) return absent<Schema>();
  const result = schema.safeParse(value);
  if (!result.success) throw notFound();
  return result.data;
}

/** A part that a row does not declare is typed as undefined by the default of its type parameter. */
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
