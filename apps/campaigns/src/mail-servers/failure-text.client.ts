import { innerErrors, thrownText } from '@outreach/errors';
import { AddressRefused } from '@outreach/outbound-kit';
import { LoginUnavailable } from './ports.ts';
import { isAuthenticationFailure } from './with-credentials.ts';

const AUTHENTICATION = 'The server refused the user name or password';
const CLOSED = 'The server closed the connection.';
const LATE = 'The server did not answer in time.';
const NO_STARTTLS = 'The server does not offer STARTTLS.';
const UNREADABLE = 'The answer of the server cannot be read; check host, port and security.';
const TLS_FAILED = 'The TLS handshake failed; check port and security.';
const SELF_SIGNED = 'The certificate is self-signed.';
const UNVERIFIED = 'The certificate cannot be verified.';
const EXPIRED = 'The certificate has expired.';
const OTHER_HOST = 'The certificate is for another host.';

/** By the error codes of Node and of the mail libraries. */
const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset.',
  EPIPE: 'The connection was reset.',
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be resolved.',
  EDNS: 'The host name could not be resolved.',
  EHOSTUNREACH: 'The host is not reachable.',
  ENETUNREACH: 'The network is not reachable.',
  ETIMEDOUT: LATE,
  ETIMEOUT: LATE,
  CONNECT_TIMEOUT: LATE,
  GREETING_TIMEOUT: LATE,
  UPGRADE_TIMEOUT: LATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: UNVERIFIED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNVERIFIED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNVERIFIED,
  CERT_HAS_EXPIRED: EXPIRED,
  ERR_TLS_CERT_ALTNAME_INVALID: OTHER_HOST,
  EPROTO: TLS_FAILED,
  ETLS: TLS_FAILED,
  ECONNECTION: CLOSED,
  NoConnection: CLOSED,
  EConnectionClosed: CLOSED,
  ClosedAfterConnectText: CLOSED,
  ClosedAfterConnectTLS: CLOSED,
  EPROTOCOL: UNREADABLE,
};

/** The libraries pass some TLS errors on as text only. The keys are texts of OpenSSL and Node. */
const BY_TEXT: readonly (readonly [RegExp, string])[] = [
  [/self.signed certificate in certificate chain|unable to (verify|get)/i, UNVERIFIED],
  [/self.signed/i, SELF_SIGNED],
  [/certificate has expired/i, EXPIRED],
  [/altnames|does not match certificate/i, OTHER_HOST],
  [/upgrading connection with STARTTLS|does not support( required)? STARTTLS/i, NO_STARTTLS],
  [/wrong version number|packet length too long|ssl routines/i, TLS_FAILED],
];

/** The start of an SMTP reply: its code and, often, its enhanced code (RFC 3463). */
const REPLY_CODES = /^(\d{3})[ -](\d\.\d{1,3}\.\d{1,3})?/;

/**
 * The public reason of a failed connection. It has the codes of a reply and never its text, because a server can repeat
 * the credentials in it.
 */
export function failureText(thrown: unknown): string {
  if (thrown instanceof LoginUnavailable) return thrown.reason;
  if (isRefusal(thrown)) return 'The address is not allowed.';
  const codes = replyCodesOf(thrown);
  if (isAuthenticationFailure(thrown))
    return codes === '' ? `${AUTHENTICATION}.` : `${AUTHENTICATION} (${codes}).`;
  const code = thrownText(thrown, 'originalCode') ?? thrownText(thrown, 'code') ?? codeOfFirst(thrown) ?? '';
  const message = thrownText(thrown, 'message') ?? '';
  const known = BY_TEXT.find(([pattern]) => pattern.test(message))?.[1];
  if (known !== undefined) return known;
  if (codes !== '') return `The server refused the session (${codes}).`;
  if (code in BY_CODE) return BY_CODE[code] ?? CLOSED;
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') ? TLS_FAILED : 'The connection failed.';
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof AddressRefused || innerErrors(thrown).some(isRefusal);
}

function replyCodesOf(thrown: unknown): string {
  const [, code, enhanced] = REPLY_CODES.exec(thrownText(thrown, 'response') ?? '') ?? [];
  return [code, enhanced].filter((part) => part !== undefined).join(' ');
}

function codeOfFirst(thrown: unknown): string | undefined {
  return thrownText(innerErrors(thrown)[0], 'code');
}
