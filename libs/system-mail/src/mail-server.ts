import { Readable } from 'node:stream';
import { thrownField, thrownText } from '@outreach/errors';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isLoopback } from '@outreach/outbound-kit/loopback';

const CONNECT_MS_MAX = 10_000;
const ANSWER_MS_MAX = 30_000;
const REASON_CHARACTERS_MAX = 300;

/** A plain text for one recipient. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Same for all attempts of a letter that may be sent again; a new one without it. */
  readonly messageId?: string;
}

/**
 * What the mail server did with a letter. It may have taken an `unknown` one. A reason contains no text of the server, which
 * may name an address.
 */
export type LetterResult =
  { readonly kind: 'accepted' } | { readonly kind: 'refused' | 'later' | 'unknown'; readonly reason: string };

export interface MailServer {
  /** Never throws. */
  send(letter: Letter): Promise<LetterResult>;
}

export interface SmtpSettings {
  /** smtp[s]://user:password@host:port */
  readonly url: string;
  readonly from: string;
}

/** Sends each letter over a connection of its own: there are few letters. */
export function createMailServer(settings: SmtpSettings): MailServer {
  return {
    send: async (letter) => {
      const source = await compose(settings.from, letter);
      return deliver(settings, { to: letter.to, source });
    },
  };
}

async function compose(from: string, { to, subject, text, messageId }: Letter): Promise<Buffer> {
  const headers = { 'Auto-Submitted': 'auto-generated' };
  const message = { from: { name: 'Outreach', address: from }, to: { name: '', address: to } };
  const composer = new MailComposer({
    ...message,
    subject,
    text,
    headers,
    ...(messageId === undefined ? {} : { messageId }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

interface Message {
  readonly to: string;
  readonly source: Buffer;
}

async function deliver({ url, from }: SmtpSettings, { to, source }: Message): Promise<LetterResult> {
  const { options, credentials } = connectionOf(new URL(url));
  const connection = new SMTPConnection(options);
  let isContentRead = false;
  try {
    await inDialog(connection, (done) => connection.connect(done));
    if (credentials !== undefined)
      await inDialog(connection, (done) => connection.login({ credentials }, done));
    const content = new Readable({
      read() {
        isContentRead = true;
        this.push(source);
        this.push(null);
      },
    });
    await inDialog(connection, (done) => connection.send({ from, to: [to] }, content, done));
    connection.quit();
    return { kind: 'accepted' };
  } catch (thrown) {
    connection.close();
    return failureOf(thrown, isContentRead);
  }
}

/** Before the content nothing was sent. After it only a reply of the server says so. */
function failureOf(thrown: unknown, isContentRead: boolean): LetterResult {
  const code = thrownField(thrown, 'responseCode');
  if (typeof code !== 'number') {
    const reason = (thrownText(thrown, 'message') ?? '').slice(0, REASON_CHARACTERS_MAX);
    return { kind: isContentRead ? 'unknown' : 'later', reason };
  }
  const isAboutLetter = ['EENVELOPE', 'EMESSAGE'].includes(thrownText(thrown, 'code') ?? '');
  return { kind: isAboutLetter && code >= 500 ? 'refused' : 'later', reason: `The server answered ${code}.` };
}

/** Runs one step of a dialog, which ends with its reply or with an error of the connection. */
async function inDialog(
  connection: SMTPConnection,
  step: (done: (err?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (err: Error): void => reject(err);
    connection.on('error', fail);
    connection.once('end', () => reject(new Error('The server closed the connection.')));
    step((err) => (err ? reject(err) : resolve()));
  });
}

function connectionOf({ protocol, hostname, port, username, password }: URL) {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const credentials =
    username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const options: SMTPConnection.Options = {
    host,
    port: Number(port),
    secure: protocol === 'smtps:',
    requireTLS: protocol === 'smtp:' && credentials !== undefined && !isLoopback(host),
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: ANSWER_MS_MAX,
    socketTimeout: ANSWER_MS_MAX,
    logger: false,
  };
  return { options, credentials };
}
