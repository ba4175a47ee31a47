import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { loopback } from '@outreach/testing/free-port';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

const keptCountMax = 20;
const waitingCountMax = 100;
const bodyBytesMax = 1_048_576;

// A user who pastes the three demo lines at once reads the list right after the create, before its webhook arrives.
const showDelayMs = 500;

const eventSchema = z.looseObject({ type: z.string().optional(), event_type: z.string().optional() });

interface Delivery {
  headers: Record<string, string>;
  body: string;
}

/** A webhook with a valid signature. */
export interface VerifiedWebhook {
  webhook_id: string;
  received_at: string;
  event: unknown;
}

export interface DemoReceiver {
  readonly url: string;
  /** Sets the secret. Earlier deliveries are verified with it too. */
  setSecret(secret: string): void;
  close(): Promise<void>;
}

export interface DemoReceiverOptions {
  port: number;
  print: (line: string) => void;
}

/** The demo's webhook receiver: verifies each delivery, prints it, and shows the last ones at GET /. */
export async function startDemoReceiver({ port, print }: DemoReceiverOptions): Promise<DemoReceiver> {
  const verified: VerifiedWebhook[] = [];
  const waiting: Delivery[] = [];
  let secret: string | undefined;
  const accept = (delivery: Delivery): boolean => {
    if (secret === undefined) {
      // The create call sends its test delivery before it answers with the secret.
      waiting.splice(0, Math.max(0, waiting.length - waitingCountMax + 1));
      waiting.push(delivery);
      return true;
    }
    return verifyAndPrint({ delivery, secret, verified, print });
  };
  const server = createServer((req, res) => {
    void answer({ req, res, verified, accept });
  });
  server.listen(port, loopback);
  await once(server, 'listening');
  return {
    url: `http://${loopback}:${port}/`,
    setSecret: (value) => {
      secret = value;
      for (const delivery of waiting.splice(0)) accept(delivery);
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Verification {
  delivery: Delivery;
  secret: string;
  verified: VerifiedWebhook[];
  print: (line: string) => void;
}

function verifyAndPrint({ delivery, secret, verified, print }: Verification): boolean {
  const id = delivery.headers['webhook-id'] ?? '(no webhook-id)';
  try {
    const event: unknown = new Webhook(secret).verify(delivery.body, delivery.headers);
    verified.unshift({ webhook_id: id, received_at: new Date().toISOString(), event });
    verified.splice(keptCountMax);
    print(`webhook verified: ${typeOf(event)} ${id}`);
    return true;
  } catch (error) {
    print(`webhook NOT verified: ${id}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

function typeOf(event: unknown): string {
  const parsed = eventSchema.safeParse(event);
  return parsed.data?.type ?? parsed.data?.event_type ?? '(no type)';
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  verified: readonly VerifiedWebhook[];
  accept: (delivery: Delivery) => boolean;
}

async function answer({ req, res, verified, accept }: Exchange): Promise<void> {
  if (req.method === 'GET') {
    await delay(showDelayMs);
    res.setHeader('content-type', 'application/json');
    res.end(`${JSON.stringify(verified, null, 2)}\n`);
    return;
  }
  const body = await readBody(req);
  const headers = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
  );
  res.statusCode = body !== undefined && accept({ headers, body }) ? 204 : 400;
  res.end();
}

async function readBody(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req) {
    const part = Buffer.from(chunk as Uint8Array);
    bytes += part.length;
    if (bytes > bodyBytesMax) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}
