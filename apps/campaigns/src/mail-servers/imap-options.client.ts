import type { ImapFlowOptions } from 'imapflow';
import { ANSWER_MS_MAX, CONNECT_MS_MAX, trustOf, type MailConnectionOptions } from './connect.client.ts';
import type { ServerLogin } from './ports.ts';
import type { Credentials } from './with-credentials.ts';

/** The options of an IMAP connection. The client resolves the host with the lookup of the address guard. */
export function imapOptionsOf(
  { sockets, extraCa }: MailConnectionOptions,
  { host, port, security }: ServerLogin,
  credentials: Credentials | null,
): ImapFlowOptions {
  if (credentials === null) throw Object.assign(new Error('No password.'), { authenticationFailed: true });
  return {
    host,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'tls' ? undefined : security === 'starttls',
    auth: {
      user: credentials.username,
      ...('password' in credentials
        ? { pass: credentials.password }
        : { accessToken: credentials.accessToken }),
    },
    tls: { ...trustOf(extraCa), lookup: sockets.lookupOf(host) },
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: ANSWER_MS_MAX,
    disableAutoIdle: true,
    logger: false,
  };
}
