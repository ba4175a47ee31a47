export type { Call } from './calls.ts';
export { createClient, type Client, type ClientMethod, type ClientOptions } from './client.ts';
export {
  apiKey,
  refreshToken,
  userLogin,
  type Credentials,
  type TokenApi,
  type LogInRequest,
  type UserCredentials,
  type UserLoginOptions,
} from './credentials.ts';
export {
  NetworkError,
  OutreachError,
  RedirectError,
  type ErrorBody,
  type ErrorCode,
  type ErrorReason,
} from './errors.ts';
export type { components, paths } from './gen/openapi.ts';
export type {
  Item,
  ListPath,
  Page,
  PathOf,
  Schema,
  SearchPath,
  StreamedFile,
  UploadOptions,
  UploadPath,
  UploadProgress,
} from './types.ts';
export {
  verifyWebhook,
  WebhookSignatureError,
  type EventType,
  type OutreachEvent,
  type WebhookHeaders,
} from './verify-webhook.ts';
export type { JobId, Jobs, WaitOptions } from './wait-for.ts';
