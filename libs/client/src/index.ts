export { createClient, type Client, type ClientMethod, type ClientOptions } from './client.ts';
export {
  apiKey,
  refreshToken,
  userLogin,
  type Credentials,
  type TokenApi,
  type UserCredentials,
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
export type { Item, ListPath, Page, Schema, SearchPath } from './types.ts';
