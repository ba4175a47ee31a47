export { canonicalJson } from './canonical-json.ts';
export { toErrorReply } from './error-reply.ts';
export { sortedQuery } from './query-string.ts';
export { rawReply, refusalOfParserCode } from './raw-reply.ts';
export { HTTP_REFUSALS, HttpRefusal } from './refusals.ts';
export type { RefusalName } from './refusals.ts';
export { routesFor, scopeOf } from './route.ts';
export type { Reply, Route, RouteCall, RouteDescription } from './route.ts';
export { parseWith, wrongField } from './zod-issues.ts';
