import type { AppError } from '@outreach/errors';
import type { CallContext } from './call-context.ts';

/** A unary method as the generated code describes it. */
export interface UnaryMethod<Req, Res> {
  readonly path: string;
  readonly requestStream: false;
  readonly responseStream: false;
  readonly requestSerialize: (value: Req) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => Req;
  readonly responseSerialize: (value: Res) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Res;
}

/** A method whose request comes in parts: an upload. */
export interface UploadMethod<Req, Res> extends Omit<UnaryMethod<Req, Res>, 'requestStream'> {
  readonly requestStream: true;
}

export type RequestOf<M> = M extends { requestDeserialize: (bytes: Buffer) => infer Req } ? Req : never;
export type ResponseOf<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Res } ? Res : never;

/** A client of a service: one promise-returning function per method. */
export type RpcClient<Definition> = {
  readonly [Name in keyof Definition]: (
    ctx: CallContext,
    request: SentOf<Definition[Name]>,
  ) => Promise<ResponseOf<Definition[Name]>>;
};

/** What is handed to a call: a message, or the parts of an upload. */
type SentOf<M> = M extends { requestStream: true } ? AsyncIterable<RequestOf<M>> : RequestOf<M>;

/** Who may call: any of the listed scopes, any credential at all, or also a caller without one. */
export type RequiredScope = readonly [string, ...string[]] | 'any-credential' | 'public';

/** One service alone, on whose behalf soever: what no credential of a customer opens. */
export interface ServiceAlone {
  readonly service: string;
}

export type RpcScope = RequiredScope | ServiceAlone;

export type Handler<Req, Res> = (ctx: CallContext, request: Req) => Promise<Res>;

/** Reads; runs outside any transaction. */
export interface QueryRow<Req, Res> {
  readonly scope: RpcScope;
  readonly query: Handler<Req, Res>;
}

/** Writes; state, events and the idempotency outcome commit in the one transaction around it. */
export interface CommandRow<Req, Res> {
  readonly scope: RpcScope;
  readonly command: Handler<Req, Res>;
  /** It may share the transaction with other commands: it reads first and hands its writes over. */
  readonly joins?: boolean;
}

/**
 * Writes, then works outside the transaction. `effect` commits with its plain-data result in the idempotency record;
 * `finish` parses that result, may run again from it after a crash, and never repeats the effect.
 */
export interface TwoStepRow<Req, Res> {
  readonly scope: RpcScope;
  readonly effect: Handler<Req, unknown>;
  readonly finish: (ctx: CallContext, effect: unknown) => Promise<Res>;
}

/** Takes an upload in, outside any transaction, and says what is to be done with it. */
export interface UploadRow<Req, Res> {
  readonly scope: RpcScope;
  readonly receive: (ctx: CallContext, parts: AsyncIterable<Req>) => Promise<Received<Res>>;
}

/** An upload that has arrived. */
export interface Received<Res> {
  /** Of its content, beside what the caller's own fingerprint covers. */
  readonly fingerprint: string;
  /** Runs as a command: its effects, events and the idempotency outcome commit together. */
  readonly command: () => Promise<Res>;
  /** Forgets what was taken in, after a refusal and after the answer of an earlier run. */
  readonly discard: () => Promise<void>;
}

export type RpcRow<Req, Res> = QueryRow<Req, Res> | CommandRow<Req, Res> | TwoStepRow<Req, Res>;

/** A table with exactly one row per method of the definition. */
export type RpcTable<Definition> = {
  readonly [Name in keyof Definition]: Definition[Name] extends { requestStream: true }
    ? UploadRow<RequestOf<Definition[Name]>, ResponseOf<Definition[Name]>>
    : RpcRow<RequestOf<Definition[Name]>, ResponseOf<Definition[Name]>>;
};

/** How a reply becomes bytes in an idempotency record. */
export interface ReplyCodec<Res> {
  readonly encode: (reply: Res) => Buffer;
  readonly decode: (bytes: Buffer) => Res;
}

/** `replayed` is true when the outcome comes from an earlier run with the same idempotency key. */
export type CommandOutcome<Res> =
  | { readonly reply: Res; readonly replayed: boolean }
  | { readonly refusal: AppError; readonly replayed: true };

/** The port through which the gRPC server runs commands; mongo-kit implements it. */
export interface CommandRunner {
  run<Res>(
    ctx: CallContext,
    codec: ReplyCodec<Res>,
    command: () => Promise<Res>,
  ): Promise<CommandOutcome<Res>>;
  /** The same for a command that may share its transaction with others; its reads are outside any. */
  runJoining<Res>(
    ctx: CallContext,
    codec: ReplyCodec<Res>,
    command: () => Promise<Res>,
  ): Promise<CommandOutcome<Res>>;
  runTwoStep<Res>(
    ctx: CallContext,
    codec: ReplyCodec<Res>,
    steps: TwoSteps<Res>,
  ): Promise<CommandOutcome<Res>>;
}

/** The two halves of a command whose second one works outside the transaction. */
export interface TwoSteps<Res> {
  readonly effect: () => Promise<unknown>;
  readonly finish: (effect: unknown) => Promise<Res>;
}
