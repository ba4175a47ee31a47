export { ByteBuffer } from './byte-buffer.ts';
export { canonicalJson } from './canonical-json.ts';
export { refusalReply, toErrorReply } from './error-reply.ts';
export type { ErrorBody, ErrorReply } from './error-reply.ts';
export { parseJson } from './json-text.ts';
export { readMultipart, UPLOAD_IDLE_MS_MAX, UPLOAD_TIMEOUT_MS } from './multipart.ts';
export type { MultipartLimits, MultipartPart } from './multipart.ts';
export { openApiDocument } from './openapi/document.ts';
export type { FieldDescriptions } from './openapi/descriptions.ts';
export type { DocumentFacts, OpenApiDocument } from './openapi/document.ts';
export type { EventDoc } from './openapi/webhooks.ts';
export { domainName, email } from './fields/email.ts';
export { id } from './fields/ids.ts';
export { countedPageOf, cursor, pageOf, pageSize, queryFlag, tags } from './fields/lists.ts';
export { documentedAs, enumText } from './fields/openapi-meta.ts';
export { optional, optionalInteger, optionalText, text, TEXT_MAX } from './fields/text.ts';
export { timestamp, timestampText, timeZoneName } from './fields/time.ts';
export { httpUrl } from './fields/url.ts';
export { sortedQuery } from './query-string.ts';
export { rawReply, refusalOfParserCode } from './raw-reply.ts';
export { BODY_TIMEOUT_MS, readJsonBody } from './read-body.ts';
export { discardBytes, receiveBytes } from './receive-bytes.ts';
export { HTTP_REFUSALS, HttpRefusal } from './refusals.ts';
export type { RefusalName } from './refusals.ts';
export { routesFor, scopeOf } from './route.ts';
export type {
  DocumentedRoute,
  Download,
  HandlerContext,
  HttpMethod,
  RawContent,
  Reply,
  ReplyHeaders,
  ResponseShape,
  Route,
  RouteCall,
  RouteDescription,
  RouteExample,
  RouteInput,
} from './route.ts';
export { parseWith, wrongField } from './zod-issues.ts';
