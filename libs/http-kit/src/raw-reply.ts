import { STATUS_CODES } from 'node:http';
import { refusalReply } from './error-reply.ts';
import type { RefusalName } from './refusals.ts';

const NAMES_BY_PARSER_CODE: Readonly<Record<string, RefusalName>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** The refusal for an error of Node's HTTP parser. */
export function refusalOfParserCode(code: string | undefined): RefusalName {
  return NAMES_BY_PARSER_CODE[code ?? ''] ?? 'unreadable';
}

/** A complete HTTP response as text, for sockets without a readable request. */
export function rawReply(name: RefusalName): string {
  const { status, body } = refusalReply(name);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
