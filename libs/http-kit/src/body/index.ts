export { ByteBuffer } from './byte-buffer.ts';
export { parseJson } from './json-text.ts';
export { UPLOAD_TIMEOUT_MS, readMultipart } from './multipart.ts';
export type { MultipartPart } from './multipart.ts';
export { BODY_TIMEOUT_MS, readJsonBody } from './read-body.ts';
export { discardBytes } from './receive-bytes.ts';
