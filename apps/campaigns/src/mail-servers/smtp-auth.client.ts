import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Credentials } from './with-credentials.ts';

/** The name of the custom method, under which nodemailer calls the handler. */
const METHOD = 'TOKEN';
const CONTINUE = 334;
/** The client answers an error of XOAUTH2 with an empty line, and one of OAUTHBEARER with \x01 in base64 (RFC 7628 §3.2.3). */
const END_OF_ERROR = { XOAUTH2: '', OAUTHBEARER: 'AQ==' } as const;

type AuthHandler = NonNullable<SMTPConnection.Options['customAuth']>[string];
export type SmtpAuth = NonNullable<Parameters<SMTPConnection['login']>[0]>;

/** The log-in of a connection, and the handler of its method. */
export function smtpAuthOf(credentials: Credentials): {
  readonly auth: SmtpAuth;
  readonly options: Pick<SMTPConnection.Options, 'customAuth'>;
} {
  const { username: user } = credentials;
  if ('password' in credentials) return { auth: { user, pass: credentials.password }, options: {} };
  const handler = tokenHandler(user, credentials.accessToken);
  return { auth: { user, method: METHOD }, options: { customAuth: { [METHOD]: handler } } };
}

/** Logs in by XOAUTH2 if the server offers it, and by OAUTHBEARER otherwise: nodemailer does not list the latter. */
function tokenHandler(user: string, accessToken: string): AuthHandler {
  return async ({ authMethods, sendCommand, reject }) => {
    const method = authMethods.includes('XOAUTH2') ? 'XOAUTH2' : 'OAUTHBEARER';
    const reply = await sendCommand(`AUTH ${method} ${initialResponse(method, user, accessToken)}`);
    const { status } = reply.status === CONTINUE ? await sendCommand(END_OF_ERROR[method]) : reply;
    if (status < 200 || status >= 300) reject(new Error('The server refused the token.'));
  };
}

function initialResponse(method: keyof typeof END_OF_ERROR, user: string, accessToken: string): string {
  const start =
    method === 'XOAUTH2' ? `user=${user}` : `n,a=${user.replaceAll('=', '=3D').replaceAll(',', '=2C')},`;
  return Buffer.from(`${start}\x01auth=Bearer ${accessToken}\x01\x01`).toString('base64');
}
