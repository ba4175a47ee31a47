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

export type RequestOf<M> = M extends { requestDeserialize: (bytes: Buffer) => infer Req } ? Req : never;
export type ResponseOf<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Res } ? Res : never;

/** A client of a service: one promise-returning function per method. */
export type RpcClient<Definition> = {
  readonly [Name in keyof Definition]: (
    ctx: CallContext,
    request: RequestOf<Definition[Name]>,
  ) => Promise<ResponseOf<Definition[Name]>>;
};

/** Who may call: any of the listed scopes, any credential at all, or also a caller without one. */
export type RequiredScope = readonly [string, ...string[]] | 'any-credential' | 'public';

export type Handler<Req, Res> = (ctx: CallContext, request: Req) => Promise<Res>;

/** Reads; runs outside any transaction. */
export interface QueryRow<Req, Res> {
  readonly scope: RequiredScope;
  readonly query: Handler<Req, Res>;
}

/** Writes; state, events and the idempotency outcome commit in the one transaction around it. */
export interface CommandRow<Req, Res> {
  readonly scope: RequiredScope;
  readonly command: Handler<Req, Res>;
}

/**
 * Writes, then works outside the transaction. `effect` commits with its plain-data result in the idempotency record;
 * `finish` parses that result, may run again from it after a crash, and never repeats the effect.
 */
export interface TwoStepRow<Req, Res> {
  readonly scope: RequiredScope;
  readonly effect: Handler<Req, unknown>;
  readonly finish: (ctx: CallContext, effect: unknown) => Promise<Res>;
}

export type RpcRow<Req, Res> = QueryRow<Req, Res> | CommandRow<Req, Res> | TwoStepRow<Req, Res>;

/** A table with exactly one row per method of the definition. */
export type RpcTable<Definition> = {
  readonly [Name in keyof Definition]: RpcRow<RequestOf<Definition[Name]>, ResponseOf<Definition[Name]>>;
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
