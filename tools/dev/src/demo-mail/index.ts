import { freePort, loopback } from '@outreach/testing/free-port';
import { startImapServer } from './imap-server.ts';
import { createMailbox } from './mailbox.ts';
import { startSmtpServer } from './smtp-server.ts';
import { startWebServer } from './web-server.ts';

export interface DemoMailPorts {
  readonly smtp: number;
  readonly imap: number;
  readonly web: number;
}

/** The mail servers of the demo: what the engine sends arrives here, and replies go back. */
export interface DemoMail {
  readonly host: string;
  readonly ports: DemoMailPorts;
  /** The page with the received emails. */
  readonly url: string;
  close(): Promise<void>;
}

export interface DemoMailOptions {
  /** The ports of an earlier start, which are used again if they are free. */
  readonly earlier: Partial<DemoMailPorts> | undefined;
  readonly print: (line: string) => void;
}

export async function startDemoMail({ earlier, print }: DemoMailOptions): Promise<DemoMail> {
  const [received, replies] = [createMailbox(), createMailbox()];
  const smtp = await startSmtpServer({ port: await freePort(earlier?.smtp), mailbox: received, print });
  const imap = await startImapServer({ port: await freePort(earlier?.imap), mailbox: replies });
  const web = await startWebServer({ port: await freePort(earlier?.web), received, replies });
  return {
    host: loopback,
    ports: { smtp: smtp.port, imap: imap.port, web: web.port },
    url: `http://${loopback}:${web.port}/`,
    close: async () => {
      await Promise.all([smtp, imap, web].map(async (server) => server.close()));
    },
  };
}
