export type { Call } from './calls.ts';
export { createClient, type Client, type ClientOptions } from './client.ts';
export { apiKey, refreshToken, userLogin, type Credentials, type TokenApi } from './credentials.ts';
export { NetworkError, OutreachError, RedirectError } from './errors.ts';
export type { components, paths } from './gen/openapi.ts';
export type { Schema, StreamedFile, UploadProgress } from './types.ts';
export { verifyWebhook, WebhookSignatureError, type OutreachEvent } from './verify-webhook.ts';
