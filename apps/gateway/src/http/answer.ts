import { AppError } from '@outreach/errors';
import { HttpRefusal, parseJson, readJsonBody, scopeOf, type Reply, type RouteRow } from '@outreach/http-kit';
import type { CallContext } from '@outreach/service-kit';
import type { RouteDeps, Services } from '../deps.ts';
import type { Caller } from '../domain/credentials/caller.ts';
import { demandScope } from '../domain/demand-scope.ts';
import { idempotencyTag, readIdempotencyKey } from './idempotency.ts';
import { rateLimited } from '../domain/rate-limits/rate-limited.ts';
import { addressUse, credentialUseOf, usesOf } from '../domain/rate-limits/which-limits.ts';
import { addressKeyOf, callContext, type Exchange } from './exchange.ts';
import type { PathRows } from './route-table.ts';

const DEADLINE_MS = 5_000;
const BODY_BYTES_MAX = 1_048_576;
const WRITES: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const NO_LIMITS: readonly string[] = [];

export interface Answered {
  readonly reply: Reply;
  readonly isReplayed: boolean;
}

export type Row = RouteRow<RouteDeps>;

/**
 * The checks in their public order: 401, 429, unknown path 404, 405, 403, 413 and 415, 400; then the backends.
 * @throws AppError or HttpRefusal
 */
export async function answer(
  exchange: Exchange,
  path: PathRows<RouteDeps> | undefined,
  services: Services,
): Promise<Answered> {
  const method = exchange.req.method === 'HEAD' ? 'GET' : exchange.req.method;
  const row = path?.byMethod.get(method);
  const isPublic = row === undefined ? path?.isPublic === true : row.scope === 'public';
  if (!isPublic) await admit(exchange, row, { services, isWrite: WRITES.has(method) });
  if (path === undefined) throw new HttpRefusal('unknown_path');
  if (row === undefined) throw new HttpRefusal('unknown_method', { Allow: path.allow });
  if (exchange.caller !== undefined) demandScope(exchange.caller, scopeOf(row, searchOf(exchange)));
  return run(exchange, row, services);
}

async function admit(
  exchange: Exchange,
  row: Row | undefined,
  how: { services: Services; isWrite: boolean },
): Promise<void> {
  const { services, isWrite } = how;
  const caller = await identify(exchange, services);
  exchange.caller = caller;
  if (row?.isUnmetered === true) {
    exchange.decision = await services.limiter.peek([credentialUseOf(caller)]);
    return;
  }
  const uses = usesOf(caller, { isWrite, named: row?.limits ?? NO_LIMITS });
  const admitted = services.limiter.admit(uses);
  const decision = admitted instanceof Promise ? await admitted : admitted;
  exchange.decision = decision;
  if (!decision.ok) throw rateLimited(decision);
}

/** A 401 counts against its address; over that limit it becomes a 429. */
async function identify(exchange: Exchange, { authenticator, limiter }: Services): Promise<Caller> {
  try {
    return await authenticator.authenticate(exchange.req.headers.authorization);
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.kind !== 'unauthenticated') throw thrown;
    const decision = await limiter.admit([addressUse(addressKeyOf(exchange))]);
    exchange.decision = decision;
    throw decision.ok ? thrown : rateLimited(decision);
  }
}

async function run(exchange: Exchange, row: Row, services: Services): Promise<Answered> {
  const search = searchOf(exchange);
  const body = row.body === undefined ? undefined : await readBody(exchange, row, services);
  // The time of the backends begins once the request is here: a slow client takes nothing of it.
  const plain = callContext(exchange, services.clock.now() + (row.deadlineMs ?? DEADLINE_MS));
  const ctx = row.idempotent === true ? tagged(plain, exchange, { search, body }) : plain;
  const deps: RouteDeps = { ...services.backends, services, exchange };
  const reply = await row.invoke({ ctx, params: exchange.params, search, body }, deps);
  return { reply, isReplayed: ctx.notes.replayed };
}

/** The query without its question mark. */
function searchOf({ req }: Exchange): string {
  const at = req.url.indexOf('?');
  return at === -1 ? '' : req.url.slice(at + 1);
}

/** An empty body is an object without members, so that what is missing gets named. */
async function readBody(exchange: Exchange, row: Row, services: Services): Promise<unknown> {
  const limits = { bytesMax: row.bodyBytesMax ?? BODY_BYTES_MAX, timeoutMs: services.bodyTimeoutMs };
  const bytes = await readJsonBody(exchange.req, limits);
  return bytes.length === 0 ? {} : parseJson(bytes);
}

function tagged(
  ctx: CallContext,
  exchange: Exchange,
  request: { search: string; body: unknown },
): CallContext {
  const header = exchange.req.headers['idempotency-key'];
  const key = readIdempotencyKey(Array.isArray(header) ? header.join(', ') : header);
  if (key === undefined) return ctx;
  const { method, url } = exchange.req;
  const [path = ''] = url.split('?');
  const { workspaceId, principal } = ctx;
  const idempotency = idempotencyTag({
    workspaceId,
    principalId: principal.id,
    key,
    method,
    path,
    ...request,
  });
  return { ...ctx, idempotency };
}
