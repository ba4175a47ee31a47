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

/** A client-streaming method: an upload. */
export interface UploadMethod<Req, Res> extends Omit<UnaryMethod<Req, Res>, 'requestStream'> {
  readonly requestStream: true;
}

/** A server-streaming method: the reply is a sequence of pages. */
export interface StreamMethod<Req, Res> extends Omit<UnaryMethod<Req, Res>, 'responseStream'> {
  readonly responseStream: true;
}

export type RequestOf<M> = M extends { requestDeserialize: (bytes: Buffer) => infer Req } ? Req : never;
export type ResponseOf<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Res } ? Res : never;

/** A client of a service: one function per method. */
export type RpcClient<Definition> = {
  readonly [Name in keyof Definition]: (
    ctx: CallContext,
    request: SentOf<Definition[Name]>,
  ) => ReceivedOf<Definition[Name]>;
};

/** The argument of a client method: a message, or the chunks of an upload. */
type SentOf<M> = M extends { requestStream: true } ? AsyncIterable<RequestOf<M>> : RequestOf<M>;

/** The result of a client method: one reply, or the pages of a stream. The call starts with the first page. */
type ReceivedOf<M> = M extends { responseStream: true }
  ? AsyncGenerator<ResponseOf<M>, void, undefined>
  : Promise<ResponseOf<M>>;

/** Any of the listed scopes, any credential, or no credential at all. */
export type RequiredScope = readonly [string, ...string[]] | 'any-credential' | 'public';

/** Internal method: only this service may call it; customer credentials never can. */
export interface InternalScope {
  readonly service: string;
}

export type RpcScope = RequiredScope | InternalScope;

export type Handler<Req, Res> = (ctx: CallContext, request: Req) => Promise<Res>;

/**
 * Returns the ids of the records that a stored reply is about. When one of them is erased, the idempotency key of the
 * reply returns 404 from then on.
 */
export type About<Req, Res> = (reply: Res, request: Req) => readonly string[];

/** For replies that are about no record with personal data. */
export const NOTHING = (): readonly string[] => [];

/** Reads. Runs outside any transaction. */
export interface QueryMethod<Req, Res> {
  readonly scope: RpcScope;
  /** True if it calls a server outside the cluster: only processes with the role `worker` serve the method. */
  readonly isOutbound?: true;
  readonly query: Handler<Req, Res>;
}

/** Writes. State, events and the idempotency outcome commit in the one transaction around it. */
export interface CommandMethod<Req, Res> {
  readonly scope: RpcScope;
  readonly about: About<Req, Res>;
  readonly command: Handler<Req, Res>;
}

/** A command that may share its transaction with concurrent ones. Made by `preparedCommand`. */
export interface PreparedMethod<Req, Res> {
  readonly scope: RpcScope;
  readonly about: About<Req, Res>;
  /** Reads and decides, outside the transaction; returns the function that writes. May run twice. */
  readonly prepare: Handler<Req, () => Promise<Res>>;
}

/** A command with an external effect. Made by `effectCommand`. */
export interface EffectMethod<Req, Res> {
  readonly scope: RpcScope;
  readonly isOutbound: boolean;
  readonly about: About<Req, Res>;
  /** Commits state, and its result as JSON beside the idempotency key. Runs once. */
  readonly begin: Handler<Req, unknown>;
  /** Works outside any transaction from the stored JSON; returns the function that commits the outcome. */
  readonly effect: (ctx: CallContext, stored: unknown) => Promise<() => Promise<Res>>;
}

export interface PreparedCommand<Req, Plan, Res> {
  readonly scope: RpcScope;
  readonly about: About<Req, Res>;
  /** Reads and decides. It writes nothing, emits nothing, and may run again when the shared transaction fails. */
  readonly prepare: Handler<Req, Plan>;
  /** Writes and emits the decisions of `prepare`. */
  readonly commit: (ctx: CallContext, plan: Plan) => Promise<Res>;
}

/** A command that may share its transaction with concurrent ones: `prepare` reads, `commit` writes. */
export function preparedCommand<Req, Plan, Res>(
  method: PreparedCommand<Req, Plan, Res>,
): PreparedMethod<Req, Res> {
  const { scope, about } = method;
  return {
    scope,
    about,
    prepare: async (ctx, request) => {
      const plan = await method.prepare(ctx, request);
      return async () => method.commit(ctx, plan);
    },
  };
}

export interface EffectCommand<Req, Prepared, Outcome, Res> {
  readonly scope: RpcScope;
  /**
   * True if the effect calls a server outside the cluster: only processes with the role `worker` serve the method. False
   * by default.
   */
  readonly isOutbound?: boolean;
  readonly about: About<Req, Res>;
  /** Parses the stored result of `prepare`, for example a zod schema. */
  readonly prepared: { parse(stored: unknown): Prepared };
  /** Writes state in a transaction; its result is stored as JSON, sealed, and passed to the next steps. */
  readonly prepare: Handler<Req, Prepared>;
  /** Works outside any transaction, for example calls another server. It runs again after a crash. */
  readonly effect: (ctx: CallContext, prepared: Prepared) => Promise<Outcome>;
  /** Writes the outcome in one transaction with the stored reply. */
  readonly commit: (ctx: CallContext, result: { prepared: Prepared; outcome: Outcome }) => Promise<Res>;
}

/** A command with an external effect: `prepare` commits, `effect` calls out, `commit` stores the outcome. */
export function effectCommand<Req, Prepared, Outcome, Res>(
  method: EffectCommand<Req, Prepared, Outcome, Res>,
): EffectMethod<Req, Res> {
  const { scope, about, isOutbound = false } = method;
  return {
    scope,
    isOutbound,
    about,
    begin: async (ctx, request) => method.prepare(ctx, request),
    effect: async (ctx, stored) => {
      const prepared = method.prepared.parse(stored);
      const outcome = await method.effect(ctx, prepared);
      return async () => method.commit(ctx, { prepared, outcome });
    },
  };
}

/** Receives an upload outside any transaction and returns the command for it. */
export interface UploadMethodEntry<Req, Res> {
  readonly scope: RpcScope;
  readonly receive: (ctx: CallContext, chunks: AsyncIterable<Req>) => Promise<Received<Res>>;
  /** As `about` of a command; an upload has no request message. */
  readonly about: (reply: Res) => readonly string[];
}

/** An upload that has arrived completely. */
export interface Received<Res> {
  /** Hash of the content, beside the fingerprint that the caller sent. */
  readonly fingerprint: string;
  /** Runs as a command: its writes, events and the idempotency outcome commit together. */
  readonly command: () => Promise<Res>;
  /** Deletes the stored content after a refusal, and after the reply of an earlier run was returned. */
  readonly discard: () => Promise<void>;
}

/**
 * Reads a long answer in pages, outside any transaction. A page is read when the caller has taken the previous one, so
 * neither side keeps more than a few pages in memory.
 */
export interface StreamEntry<Req, Res> {
  readonly scope: RpcScope;
  readonly stream: (ctx: CallContext, request: Req) => AsyncIterable<Res>;
}

export type MethodEntry<Req, Res> =
  QueryMethod<Req, Res> | CommandMethod<Req, Res> | PreparedMethod<Req, Res> | EffectMethod<Req, Res>;

/** A table with exactly one entry per method of the definition. */
export type RpcTable<Definition> = {
  readonly [Name in keyof Definition]: Definition[Name] extends { requestStream: true }
    ? UploadMethodEntry<RequestOf<Definition[Name]>, ResponseOf<Definition[Name]>>
    : Definition[Name] extends { responseStream: true }
      ? StreamEntry<RequestOf<Definition[Name]>, ResponseOf<Definition[Name]>>
      : MethodEntry<RequestOf<Definition[Name]>, ResponseOf<Definition[Name]>>;
};

/** Turns a reply into the bytes of an idempotency record, and names the records that it is about. */
export interface ReplyCodec<Res> {
  readonly encode: (reply: Res) => Buffer;
  readonly decode: (bytes: Buffer) => Res;
  readonly about: (reply: Res) => readonly string[];
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
  /** Runs a command that may share its transaction; `prepare` runs outside it and returns the function that writes. */
  runPrepared<Res>(
    ctx: CallContext,
    codec: ReplyCodec<Res>,
    prepare: () => Promise<() => Promise<Res>>,
  ): Promise<CommandOutcome<Res>>;
  runWithEffect<Res>(
    ctx: CallContext,
    codec: ReplyCodec<Res>,
    steps: EffectSteps<Res>,
  ): Promise<CommandOutcome<Res>>;
}

/** The steps of a command with an external effect. */
export interface EffectSteps<Res> {
  readonly begin: () => Promise<unknown>;
  readonly effect: (stored: unknown) => Promise<() => Promise<Res>>;
}
