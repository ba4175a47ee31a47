import { describe, expect, it } from '@jest/globals';
import { createWakeUp } from '@outreach/job-kit/wake-ups';
import { createLogger } from '@outreach/service-kit';
import { createCpuShares, createTemplateCache } from '../templates/index.ts';
import type { TrackingLinks } from '../tracking/index.ts';
import type { ReadyStep } from './prepare-sends.ts';
import { tryRender } from './render-email.ts';
import { createEmailSender, type EmailSenderOptions } from './send-emails.job.ts';

const NOW = new Date('2026-03-02T10:00:00.000Z');
const logger = createLogger({ name: 'campaigns', level: 'silent' });

/** An email. Only the fields that the sender reads are of interest. */
function readyOf(number: number, workspaceId: string): ReadyStep {
  const step = {
    id: 'stp_1',
    step_number: 1,
    thread_mode: 'new',
    subject: 'A question',
    body_html: '<p>Hello</p>',
    body_text: 'Hello',
    variants: [],
  };
  const account = {
    id: `acc_${workspaceId}_${number}`,
    email: 'anna@example.org',
    from_name: null,
    imap: null,
  };
  const ready = {
    send: {
      id: `snd_${number}`,
      workspace_id: workspaceId,
      sending_account_id: account.id,
      step_number: 1,
      attempts: 1,
      error: null,
      lease_token: 'lease_1',
      due_at: null,
    },
    campaign: { open_tracking_enabled: true, link_tracking_enabled: true },
    account: { stored: { ...account, reply_to: null }, record: { email: account.email } },
    recipient: {
      contact: { id: 'ct_1', email: 'maria@example.com', custom_fields: {} },
      candidate: { email: `${workspaceId}@example.com` },
    },
    fallbackValues: {},
    sequence: { version: 1, steps: [step] },
    step,
    sent: [],
    inWindow: (time: Date) => time,
  };
  return ready as unknown as ReadyStep;
}

function spend(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

const portsFor = (instrument: TrackingLinks['instrument']) => ({
  templates: createTemplateCache(),
  sealer: { seal: (plain: Uint8Array) => Buffer.from(plain) },
  messageIds: { of: (sendId: string, domain: string) => `<${sendId}@${domain}>`, allOf: () => [] },
  links: { instrument, unsubscribeUrl: () => 'https://example.com/u' },
});

describe('the rendering of emails', () => {
  it('counts the rewriting of links in its time limit', () => {
    let linkCount = 0;
    const ports = portsFor((html, _send, { onLink }) => {
      for (let link = 0; link < 1_000; link += 1) {
        onLink?.();
        linkCount += 1;
        spend(1);
      }
      return html;
    });
    expect(tryRender(ports, readyOf(1, 'ws_1'), NOW)).toBe(
      'A template cannot be rendered. the email takes too long to render',
    );
    expect(linkCount).toBeLessThan(700);
  });

  it('of one workspace leaves time for the emails of another one', async () => {
    const sent: string[] = [];
    const { promise: isSent, resolve } = Promise.withResolvers<undefined>();
    const ports = portsFor((html, { workspace_id: workspaceId }) => {
      if (workspaceId === 'ws_heavy') spend(60);
      return html;
    });
    const sender = createEmailSender({
      ...ports,
      cpu: createCpuShares(),
      outcomes: { add: () => undefined, isFull: () => false },
      returns: { add: () => undefined },
      connections: { pausedUntil: () => undefined, reached: () => undefined, notReached: () => undefined },
      journal: { begin: () => undefined },
      compose: () => Buffer.alloc(0),
      sendMessage: async ({ to: [to] }: { readonly to: readonly [string] }) => {
        sent.push(to);
        if (to.startsWith('ws_light')) resolve(undefined);
        return Promise.resolve({ kind: 'interrupted', error: 'The connection ended.' });
      },
      clock: { now: () => NOW.getTime() },
      stopDialogs: () => undefined,
      logger,
      slots: 50,
      wakeUp: createWakeUp(),
    } as unknown as EmailSenderOptions);
    const emails = [
      ...Array.from({ length: 12 }, (_, number) => readyOf(number, 'ws_heavy')),
      readyOf(99, 'ws_light'),
    ];
    for (const ready of emails) {
      sender.reserve(ready.send);
      sender.push(ready);
    }
    await isSent;
    expect(sent.length).toBeLessThan(8);
    await sender.stop?.();
  });
});
