import type { ParamsOption, ParseAs, RequestBodyOption } from 'openapi-fetch';
import type { components, paths } from './gen/openapi.ts';

/** A schema of the API by its name, for example `Schema<'Contact'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have an operation with this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

export type OperationOf<M extends Method, P extends PathOf<M>> =
  paths[P] extends Record<M, infer Operation> ? Operation : never;

/** Settings of one call. */
export interface CallSettings {
  /** Ends the call, its waits between attempts included. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of one attempt, its response body included. */
  readonly timeoutMs?: number | undefined;
  /** The key of a POST in place of a new one. Retries of the call use the same key. */
  readonly idempotencyKey?: string | undefined;
}

/** Parameters, body and settings of an operation. */
export type CallOptions<Operation> = ParamsOption<Operation> &
  RequestBodyOption<Operation> &
  CallSettings & {
    /** The form of the result. Without it, JSON is parsed, and other content types are a string. */
    readonly parseAs?: Exclude<ParseAs, 'json'>;
  };

/** The options are optional if the operation requires no parameter and no body. */
export type OptionsArgument<Options> = object extends Options ? [options?: Options] : [options: Options];

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205;
type ContentOf<Reply> = Reply extends { content: infer Content } ? Content[keyof Content] : undefined;

/** The body of the successful responses of an operation; undefined if they have none. */
export type BodyOf<Operation> = Operation extends { responses: infer Replies }
  ? { [S in keyof Replies & SuccessStatus]: ContentOf<Replies[S]> }[keyof Replies & SuccessStatus]
  : never;

interface RawResults {
  readonly text: string;
  readonly blob: Blob;
  readonly arrayBuffer: ArrayBuffer;
  readonly stream: ReadableStream<Uint8Array> | null;
}

export type ResultOf<Operation, Options> = Options extends { parseAs: infer Form extends keyof RawResults }
  ? RawResults[Form]
  : BodyOf<Operation>;

interface AnyPage {
  readonly data: readonly unknown[];
  readonly meta: { readonly next_cursor: string | null; readonly has_more: boolean };
}

type PageOf<Operation> = Extract<BodyOf<Operation>, AnyPage>;

/** The paths of lists that GET reads page by page. */
export type ListPath = {
  [P in PathOf<'get'>]: [PageOf<OperationOf<'get', P>>] extends [never] ? never : P;
}[PathOf<'get'>];

/** The paths of lists that POST reads page by page, with the filters in the body. */
export type SearchPath = {
  [P in PathOf<'post'>]: [PageOf<OperationOf<'post', P>>] extends [never] ? never : P;
}[PathOf<'post'>];

export type ListOperation<P extends ListPath | SearchPath> = P extends SearchPath
  ? OperationOf<'post', P>
  : P extends ListPath
    ? OperationOf<'get', P>
    : never;

/** One page of a list. */
export type Page<P extends ListPath | SearchPath> = PageOf<ListOperation<P>>;
export type Item<P extends ListPath | SearchPath> =
  Page<P> extends { data: readonly (infer Element)[] } ? Element : never;
export type ListOptions<P extends ListPath | SearchPath> = Omit<CallOptions<ListOperation<P>>, 'parseAs'>;

type UploadFields<Operation> = Operation extends {
  requestBody?: { content: { 'multipart/form-data': infer Fields } };
}
  ? Omit<Fields, 'file'>
  : never;

/** The paths that take a file. */
export type UploadPath = {
  [P in PathOf<'post'>]: [UploadFields<OperationOf<'post', P>>] extends [never] ? never : P;
}[PathOf<'post'>];

/** A file whose content can be read more than once: each attempt calls `stream` again. */
export interface StreamedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
}

/** Bytes of the request. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
}

export interface UploadOptions<P extends UploadPath> extends CallSettings {
  readonly file: Blob | StreamedFile;
  /** The other fields of the form. */
  readonly fields?: UploadFields<OperationOf<'post', P>>;
  /** Starts again at 0 with each attempt. */
  readonly onProgress?: (progress: UploadProgress) => void;
}
