import { createCalls, type AnyOptions, type Call } from './calls.ts';
import type { Credentials, TokenApi } from './credentials.ts';
import { pagesOf, itemsOf } from './pages.ts';
import { ATTEMPTS_DEFAULT, systemClock } from './retries.ts';
import { createTransport } from './transport.ts';
import type {
  BodyOf,
  CallOptions,
  Item,
  ListOptions,
  ListPath,
  Method,
  OperationOf,
  OptionsArgument,
  Page,
  PathOf,
  ResultOf,
  SearchPath,
  UploadOptions,
  UploadPath,
} from './types.ts';
import { createUploads, type Upload } from './upload.ts';
import { waitForJob, type JobId, type Jobs, type WaitOptions } from './wait-for.ts';

export interface ClientOptions {
  /** Address of the API. In browsers, '' is the origin of the page. */
  readonly baseUrl: string;
  /** Absent if only public operations are called. */
  readonly credentials?: Credentials | undefined;
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Attempts of a call in all, by default 3. */
  readonly retries?: { readonly attempts: number } | undefined;
  /** Ends all calls. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of an attempt, by default 60 s. */
  readonly timeoutMs?: number | undefined;
}

/** Calls the operations of one method. */
export type ClientMethod<M extends Method> = <
  P extends PathOf<M>,
  Options extends CallOptions<OperationOf<M, P>> = CallOptions<OperationOf<M, P>>,
>(
  path: P,
  ...options: OptionsArgument<Options>
) => Promise<ResultOf<OperationOf<M, P>, Options>>;

/**
 * A client of one server. Every call throws OutreachError if the API refuses it, NetworkError if no response arrives, and
 * the reason of the signal if the caller ends it.
 */
export interface Client {
  readonly get: ClientMethod<'get'>;
  readonly post: ClientMethod<'post'>;
  readonly put: ClientMethod<'put'>;
  readonly patch: ClientMethod<'patch'>;
  readonly delete: ClientMethod<'delete'>;
  /** Calls an operation whose types are not known when the program is compiled. Returns the body of the response. */
  readonly request: Call;
  /** Every item of a list, page by page. */
  list<P extends ListPath | SearchPath>(
    path: P,
    ...options: OptionsArgument<ListOptions<P>>
  ): AsyncGenerator<Item<P>, void>;
  /** Every page of a list. */
  pages<P extends ListPath | SearchPath>(
    path: P,
    ...options: OptionsArgument<ListOptions<P>>
  ): AsyncGenerator<Page<P>, void>;
  /** Sends a file, with its progress. Returns the body of the response. */
  upload<P extends UploadPath>(path: P, upload: UploadOptions<P>): Promise<BodyOf<OperationOf<'post', P>>>;
  /** Polls a job until it has ended, in any status. */
  waitFor<Kind extends keyof Jobs>(
    kind: Kind,
    id: JobId<Kind>,
    options?: WaitOptions<Jobs[Kind]>,
  ): Promise<Jobs[Kind]>;
}

export function createClient(options: ClientOptions): Client {
  const { baseUrl, credentials, fetch = async (request) => globalThis.fetch(request) } = options;
  const tokens: TokenApi = {
    logIn: async (user) => post('/api/v1/auth/token/', { body: user }),
    refresh: async (refresh) => post('/api/v1/auth/token/refresh/', { body: { refresh } }),
  };
  const transport = createTransport({
    credentials,
    tokens,
    attemptCountMax: options.retries?.attempts ?? ATTEMPTS_DEFAULT,
    signal: options.signal,
    clock: systemClock,
  });
  const call = createCalls(transport, { baseUrl, fetch, timeoutMs: options.timeoutMs });
  const post = typed(call, 'post');
  return {
    get: typed(call, 'get'),
    post,
    put: typed(call, 'put'),
    patch: typed(call, 'patch'),
    delete: typed(call, 'delete'),
    request: call,
    ...lists(call),
    ...uploads(createUploads(transport, { baseUrl, fetch })),
    ...jobs(call, options.signal),
  };
}

/** Any function. Overloads with this return type give an implementation the types of its operations. */
type Untyped = (...args: never) => unknown;

function typed<M extends Method>(call: Call, method: M): ClientMethod<M>;
function typed(call: Call, method: Method): Untyped {
  return async (path: string, options?: AnyOptions) => call(method, path, options);
}

function lists(call: Call): Pick<Client, 'list' | 'pages'>;
function lists(call: Call): Record<'list' | 'pages', Untyped> {
  return {
    list: (path: string, options?: AnyOptions) => itemsOf(call, path, options),
    pages: (path: string, options?: AnyOptions) => pagesOf(call, path, options),
  };
}

function uploads(upload: Upload): Pick<Client, 'upload'>;
function uploads(upload: Upload): Record<'upload', Untyped> {
  return { upload };
}

function jobs(call: Call, clientSignal: AbortSignal | undefined): Pick<Client, 'waitFor'>;
function jobs(call: Call, clientSignal: AbortSignal | undefined): Record<'waitFor', Untyped> {
  return {
    waitFor: async (kind: keyof Jobs, id: JobId<keyof Jobs>, options?: WaitOptions<unknown>) =>
      waitForJob(call, { kind, id }, { ...options, clientSignal }),
  };
}
