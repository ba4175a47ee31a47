import { createTransport, type Transporter } from 'nodemailer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import {
  ANSWER_MS_MAX,
  CONNECT_MS_MAX,
  timed,
  trustOf,
  type MailConnectionOptions,
} from './connect.client.ts';
import type { ConnectionTester, ServerLogin } from './ports.ts';
import { smtpAuthOf } from './smtp-auth.client.ts';
import { withCredentials, type Credentials } from './with-credentials.ts';

/**
 * Uses a transport with one connection to the server of an account, over a socket that the address guard has checked. The
 * signal ends the connection. A refused token is renewed once, and the work is done again.
 */
export async function withSmtp<T>(
  options: MailConnectionOptions,
  { login, signal }: { readonly login: ServerLogin; readonly signal: AbortSignal },
  work: (transport: Transporter) => Promise<T>,
): Promise<T> {
  return withCredentials(login, async (credentials) =>
    work(await createTransporter(options, { login, credentials, signal })),
  );
}

async function createTransporter(
  { sockets, extraCa }: MailConnectionOptions,
  {
    login,
    credentials,
    signal,
  }: { readonly login: ServerLogin; readonly credentials: Credentials | null; readonly signal: AbortSignal },
): Promise<Transporter> {
  const { host, port } = login;
  const connection = await sockets.connect({ host, port, timeoutMs: CONNECT_MS_MAX });
  signal.addEventListener('abort', () => connection.destroy());
  if (signal.aborted) connection.destroy();
  const log = credentials === null ? undefined : smtpAuthOf(credentials);
  return createTransport({
    ...smtpOptionsOf(login, extraCa),
    connection,
    ...(log === undefined ? {} : { auth: log.auth, ...log.options }),
    socketTimeout: ANSWER_MS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The options of an SMTP connection to a server: its security, the trusted authorities and the time of the greeting. */
export function smtpOptionsOf(
  { host, port, security }: ServerLogin,
  extraCa: string,
): SMTPConnection.Options {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: trustOf(extraCa),
    greetingTimeout: ANSWER_MS_MAX,
    logger: false,
  };
}

/** Connects, upgrades to TLS and logs in; sends no email. A server without authentication accepts any credentials. */
export function createSmtpTest(options: MailConnectionOptions): ConnectionTester['testSmtp'] {
  return async (login) =>
    timed(async (signal) => withSmtp(options, { login, signal }, async (transport) => transport.verify()));
}
