import type { PageMeta, PageRequest } from '@outreach/contracts-common';
import type { Route, RouteDescription } from '@outreach/http-kit';
import { cursor, pageOf, pageSize } from '@outreach/http-kit/fields';
import type { CallContext } from '@outreach/service-kit';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import { onePage, requirePresent, route, toMeta, toPageRequest, type RouteContext } from './route.ts';

type ResourceRoute = Route<RouteContext<Backends>>;
type Fields = Readonly<Record<string, unknown>>;
type Ids = Readonly<Record<string, string>>;
type Call<Input, Result> = (ctx: CallContext, input: Input, backends: Backends) => Promise<Result>;

interface ResourceOptions<Message, Schema extends z.ZodType> {
  /** Of one record: `/api/v1/clients/{client_id}/`. The path of the list ends before the id. */
  readonly path: string;
  /** The one parameter of the path. */
  readonly params: z.ZodType<Ids>;
  /** Schema of a record in responses. */
  readonly record: Schema;
  readonly example: Fields & { readonly id: string };
  /** Converts a record of the backend. */
  readonly toRecord: (message: Message) => z.output<Schema>;
}

type Row = Omit<RouteDescription, 'method' | 'path' | 'idempotent' | 'example'>;

/** A row whose response is a record: `call` resolves with it. */
interface RecordRow<Input, Message> extends Row {
  readonly call: Call<Input, Message | undefined>;
  /** Fields of the example that differ after the call. */
  readonly changed?: Fields;
}

interface BodyRow<Input, Message, Body> extends RecordRow<Input, Message> {
  readonly body: Body;
  /** The body of the example. */
  readonly given: Fields;
}

interface Change<Body extends z.ZodType> {
  readonly id: string;
  readonly body: z.output<Body>;
}

interface ListRow<Message, Input, Reply> extends Row {
  readonly call: Call<Input, Reply>;
  readonly items: (reply: Reply) => readonly Message[];
}

interface SearchRow<Message, Query extends z.ZodObject, Reply> extends ListRow<
  Message,
  z.output<Query>,
  Reply
> {
  readonly query: Query;
  /** The query of the example. */
  readonly asked: Readonly<Record<string, string>>;
}

interface ListReply {
  readonly meta: PageMeta | undefined;
}

const pageQuery = z.object({ page_size: pageSize(), cursor: cursor() });

/** The rows that the resources of the API have in common. A row with further parameters is a `route` of its own. */
export class Resource<Message, Schema extends z.ZodType> {
  readonly #options: ResourceOptions<Message, Schema>;
  readonly #record: z.ZodType;
  readonly #listPath: string;
  readonly #idName: string;

  constructor(options: ResourceOptions<Message, Schema>) {
    this.#options = options;
    this.#record = options.record;
    const [listPath = '', idName = ''] = options.path.split(/[{}]/);
    this.#listPath = listPath;
    this.#idName = idName;
  }

  list<Reply extends ListReply>({ call, ...row }: ListRow<Message, PageRequest, Reply>): ResourceRoute {
    return this.search({
      ...row,
      query: pageQuery,
      asked: {},
      call: async (ctx, query, backends) => call(ctx, toPageRequest(query), backends),
    });
  }

  /** A list with parameters of its own. */
  search<Query extends z.ZodObject, Reply extends ListReply>(
    row: SearchRow<Message, Query, Reply>,
  ): ResourceRoute {
    const { call, items, asked, ...description } = row;
    const { example, toRecord } = this.#options;
    return route({
      ...description,
      method: 'get',
      path: this.#listPath,
      responses: { 200: pageOf(this.#record) },
      example: { query: { ...asked, page_size: '50' }, responses: { 200: onePage(example) } },
      handle: async ({ ctx, query }, backends) => {
        const reply = await call(ctx, query, backends);
        return { status: 200, body: { data: items(reply).map(toRecord), meta: toMeta(reply.meta) } };
      },
    });
  }

  create<Body extends z.ZodType>(row: BodyRow<z.output<Body>, Message, Body>): ResourceRoute {
    const { call, given, changed, ...description } = row;
    return route({
      ...description,
      method: 'post',
      path: this.#listPath,
      idempotent: true,
      responses: { 201: this.#record },
      example: { body: given, responses: { 201: { ...this.#options.example, ...changed } } },
      handle: async ({ ctx, body }, backends) => ({
        status: 201,
        body: this.#toRecord(await call(ctx, body, backends)),
      }),
    });
  }

  get({ call, changed, ...row }: RecordRow<string, Message>): ResourceRoute {
    return route({
      ...row,
      ...this.#one(changed),
      method: 'get',
      handle: async ({ ctx, params }, backends) => ({
        status: 200,
        body: this.#toRecord(await call(ctx, this.#idOf(params), backends)),
      }),
    });
  }

  update<Body extends z.ZodType>(row: BodyRow<Change<Body>, Message, Body>): ResourceRoute {
    const { call, given, changed, ...description } = row;
    const one = this.#one(changed);
    return route({
      ...description,
      ...one,
      method: 'patch',
      example: { ...one.example, body: given },
      handle: async ({ ctx, params, body }, backends) => ({
        status: 200,
        body: this.#toRecord(await call(ctx, { id: this.#idOf(params), body }, backends)),
      }),
    });
  }

  delete({ call, ...row }: Row & { readonly call: Call<string, unknown> }): ResourceRoute {
    const { path, params, example } = this.#one();
    return route({
      ...row,
      method: 'delete',
      path,
      params,
      responses: { 204: null },
      example: { ...example, responses: {} },
      handle: async ({ ctx, params: ids }, backends) => {
        await call(ctx, this.#idOf(ids), backends);
        return { status: 204 };
      },
    });
  }

  /** A POST without a body. `action` is the last segment of its path. */
  act({ action, ...row }: RecordRow<string, Message> & { readonly action: string }): ResourceRoute {
    const path = `${this.#options.path}${action}/`;
    return { ...this.get(row), method: 'post', path, idempotent: true };
  }

  #one(changed: Fields = {}) {
    const { path, params, example } = this.#options;
    return {
      path,
      params,
      responses: { 200: this.#record },
      example: { params: { [this.#idName]: example.id }, responses: { 200: { ...example, ...changed } } },
    } as const;
  }

  #idOf(params: Ids): string {
    return params[this.#idName] ?? '';
  }

  #toRecord(message: Message | undefined): z.output<Schema> {
    return this.#options.toRecord(requirePresent(message));
  }
}
