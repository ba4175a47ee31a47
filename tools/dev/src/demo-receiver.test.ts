import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { startDemoReceiver } from './demo-receiver.ts';
import type { DemoReceiver } from './demo-receiver.ts';
import { freePort } from '@outreach/testing/free-port';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({ type: 'contact.created', data: { email: 'ada@example.com' } });

let receiver: DemoReceiver;
let said: string[];

beforeEach(async () => {
  said = [];
  receiver = await startDemoReceiver({ port: await freePort(), print: (line) => said.push(line) });
});

afterEach(() => receiver.close());

function deliver(id: string, signedWith: string): Promise<Response> {
  const now = new Date();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(signedWith).sign(id, now, body),
  };
  return fetch(receiver.url, { method: 'POST', headers, body });
}

const shown = async (): Promise<{ webhook_id: string }[]> => {
  const response = await fetch(receiver.url);
  return (await response.json()) as { webhook_id: string }[];
};

describe('the demo receiver', () => {
  it('prints a verified webhook and shows it', async () => {
    receiver.setSecret(secret);
    const response = await deliver('evt_1', secret);
    expect(response.status).toBe(204);
    expect(said).toEqual(['webhook verified: contact.created evt_1']);
    expect((await shown()).map((entry) => entry.webhook_id)).toEqual(['evt_1']);
  });

  it('reports a wrong signature and does not show the webhook', async () => {
    receiver.setSecret(secret);
    const response = await deliver('evt_2', `whsec_${randomBytes(32).toString('base64')}`);
    expect(response.status).toBe(400);
    expect(said[0]).toMatch(/^webhook NOT verified: evt_2/);
    expect(await shown()).toEqual([]);
  });

  it('verifies webhooks that arrived before it got the secret', async () => {
    await deliver('evt_test', secret);
    expect(said).toEqual([]);
    receiver.setSecret(secret);
    expect(said).toEqual(['webhook verified: contact.created evt_test']);
  });

  it('shows the last twenty webhooks, newest first', async () => {
    receiver.setSecret(secret);
    for (let number = 1; number <= 25; number += 1) await deliver(`evt_${number}`, secret);
    const ids = (await shown()).map((entry) => entry.webhook_id);
    expect(ids).toHaveLength(20);
    expect(ids[0]).toBe('evt_25');
  });
});
