import { once } from 'node:events';
import express, { type Express, type Request, type Response } from 'express';
import { simpleParser, type ParsedMail } from 'mailparser';
import { createServer } from 'node:http';
import { loopback } from '@outreach/testing/free-port';
import type { DemoServer } from './demo-server.ts';
import type { DemoMessage, Mailbox } from './mailbox.ts';
import { listPage, messagePage, type ShownMessage } from './pages.ts';
import { replyTo } from './reply-message.ts';

const SHOWN_MAX = 100;
const REPLY_BYTES_MAX = '64kb';
/** Paths that lead to the links of an email, so that one command can follow them. */
const LINKS = [
  ['open', 'open_url'],
  ['click', 'link_url'],
  ['unsubscribe', 'unsubscribe_url'],
] as const;
/** A user who pastes all lines at once reads the list before the first email has arrived. */
const FIRST_EMAIL_MS = 5_000;

export interface WebServerOptions {
  readonly port: number;
  readonly received: Mailbox;
  /** Replies to received emails go here. */
  readonly replies: Mailbox;
}

/** Shows the received emails in a browser and as JSON, and replies to them. */
export async function startWebServer({ port, received, replies }: WebServerOptions): Promise<DemoServer> {
  const server = createServer(createApp(received, replies));
  server.listen(port, loopback);
  await once(server, 'listening');
  return {
    port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function createApp(received: Mailbox, replies: Mailbox): Express {
  const app = express().disable('x-powered-by');
  app.get('/', async (req, res) => {
    await firstEmail(received);
    const latest = received.messages.slice(-SHOWN_MAX).reverse();
    const shown = await Promise.all(latest.map(show));
    if (req.accepts(['json', 'html']) === 'html') res.type('html').send(listPage(shown));
    else res.send(`${JSON.stringify(shown.map(toSummary), null, 2)}\n`);
  });
  app.get('/messages/:number', async (req, res) => {
    const message = find(received, req, res);
    if (message === undefined) return;
    const shown = await show(message);
    if (req.accepts(['json', 'html']) === 'html') res.type('html').send(messagePage(shown));
    else res.type('json').send(`${JSON.stringify(shown, null, 2)}\n`);
  });
  for (const [action, field] of LINKS)
    app.get(`/messages/:number/${action}`, async (req, res) => {
      const message = find(received, req, res);
      if (message === undefined) return;
      const url = (await show(message))[field];
      if (url === null) res.status(404).type('text').send('The email has no such link.\n');
      else res.redirect(url);
    });
  app.post(
    '/messages/:number/reply',
    express.text({ type: () => true, limit: REPLY_BYTES_MAX }),
    async (req, res) => {
      const message = find(received, req, res);
      if (message === undefined) return;
      replies.add(await replyTo(message.source, textOf(req)));
      if (req.accepts(['json', 'html']) === 'html') res.redirect(303, `/messages/${message.number}`);
      else res.status(204).end();
    },
  );
  return app;
}

/** The text of a form or of a plain request. */
function textOf(req: Request): string {
  const body = typeof req.body === 'string' ? req.body : '';
  return req.is('application/x-www-form-urlencoded') && body.startsWith('text=')
    ? (new URLSearchParams(body).get('text') ?? '')
    : body;
}

function find(received: Mailbox, req: Request, res: Response): DemoMessage | undefined {
  const message = received.find(Number(req.params['number']));
  if (message === undefined) res.status(404).type('text').send('There is no such email.\n');
  return message;
}

async function firstEmail(received: Mailbox): Promise<void> {
  if (received.messages.length > 0) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const forget = received.onAdd(end);
    const timer = setTimeout(end, FIRST_EMAIL_MS);
  });
}

async function show({ number, source, at }: DemoMessage): Promise<ShownMessage> {
  const parsed = await simpleParser(source);
  const html = typeof parsed.html === 'string' ? parsed.html : null;
  return {
    number,
    received_at: at.toISOString(),
    from: parsed.from?.text ?? '',
    to: [parsed.to ?? []]
      .flat()
      .map(({ text }) => text)
      .join(', '),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html,
    open_url: urlIn(html, /src="([^"]*\/t\/o\/[^"]*)"/),
    link_url: urlIn(html, /href="([^"]*\/t\/c\/[^"]*)"/),
    unsubscribe_url: unsubscribeUrl(parsed),
  };
}

function urlIn(html: string | null, pattern: RegExp): string | null {
  return pattern.exec(html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? null;
}

function unsubscribeUrl({ headerLines }: ParsedMail): string | null {
  const line = headerLines.find(({ key }) => key === 'list-unsubscribe')?.line ?? '';
  return /<(https?:[^>]+)>/.exec(line.replaceAll(/\r?\n\s/g, ''))?.[1] ?? null;
}

function toSummary({ text, html, ...summary }: ShownMessage): object {
  return summary;
}
