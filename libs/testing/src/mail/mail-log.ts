import { createServer, type Socket } from 'node:net';
import { freePort, loopback } from '../free-port.ts';

export interface LoggedMail {
  /** With angle brackets. */
  readonly messageId: string;
  readonly to: string;
}

export interface MailLogOptions {
  /** Called with each mail that the server accepts, before its reply. */
  readonly onAccepted: (mail: LoggedMail) => void;
  /** Time in ms between the acceptance of a mail and the reply; none by default. */
  readonly replyDelayMs?: () => number;
}

export interface MailLog {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts an SMTP server on a free loopback port that accepts every mail and keeps its Message-ID and recipient. It is
 * cheap enough for load: no TLS, no log-in, no pipelining.
 */
export async function startMailLog(options: MailLogOptions): Promise<MailLog> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    serve(socket, options);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => {
    server.listen(port, loopback, resolve);
  });
  return {
    port,
    stop: async () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const END_OF_CONTENT = '\r\n.\r\n';
const MESSAGE_ID = /^Message-ID:\s*(<[^>]+>)/im;
const RECIPIENT = /^RCPT TO:\s*<([^>]*)>/i;
const OK = '250 2.0.0 OK\r\n';

/** A client without pipelining ends each command, and each mail, with the last bytes that it has sent. */
function serve(socket: Socket, { onAccepted, replyDelayMs }: MailLogOptions): void {
  let received = '';
  let isContent = false;
  let to = '';
  const accept = (): void => {
    onAccepted({ messageId: MESSAGE_ID.exec(received)?.[1] ?? '', to });
    const delayMs = replyDelayMs?.() ?? 0;
    if (delayMs === 0) socket.write(OK);
    else setTimeout(() => socket.writable && socket.write(OK), delayMs);
  };
  const command = (): string => {
    const verb = received.slice(0, 'DATA'.length).toUpperCase();
    if (verb === 'RCPT') to = RECIPIENT.exec(received)?.[1] ?? '';
    if (verb === 'EHLO') return '250-mail-log\r\n250 8BITMIME\r\n';
    if (verb !== 'DATA') return OK;
    isContent = true;
    return '354 Continue\r\n';
  };
  socket.setEncoding('latin1');
  socket.write('220 mail-log ESMTP\r\n');
  socket.on('data', (part: Buffer | string) => {
    received += part.toString();
    if (isContent ? !received.endsWith(END_OF_CONTENT) : !received.endsWith('\r\n')) return;
    if (isContent) {
      isContent = false;
      accept();
    } else if (/^QUIT/i.test(received)) socket.end('221 2.0.0 Bye\r\n');
    else socket.write(command());
    received = '';
  });
}
