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

/**
 * A transport with one connection to the server of an account, over a socket that the address guard has checked. The
 * signal ends the connection.
 */
export async function connectSmtp(
  { sockets, extraCa }: MailConnectionOptions,
  login: ServerLogin,
  signal: AbortSignal,
): Promise<Transporter> {
  const { host, port, credentials } = login;
  const connection = await sockets.connect({ host, port, timeoutMs: CONNECT_MS_MAX });
  signal.addEventListener('abort', () => connection.destroy());
  if (signal.aborted) connection.destroy();
  return createTransport({
    ...smtpOptionsOf(login, extraCa),
    connection,
    ...(credentials === null ? {} : { auth: { user: credentials.username, pass: credentials.password } }),
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
    timed(async (signal) => {
      const transport = await connectSmtp(options, login, signal);
      await transport.verify();
    });
}
