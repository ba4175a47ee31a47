/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { openConsole, startSharedBrowser } from './console-browser.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
const browser = await sharedByTests(startSharedBrowser);

const login = { baseUrl: running.stack.baseUrl, username: running.username, password: running.password };

async function create(path: string, body: object): Promise<string> {
  const answer = await running.call('POST', `/api/v1/${path}/`, { body });
  expect([path, answer.status, answer.text]).toEqual([path, 201, answer.text]);
  return String(answer.body.id);
}

/** Creates a webhook and waits until it has received an event. */
async function receive(): Promise<void> {
  const subscriptions = ['contact.created'];
  const id = await create('webhooks', { name: 'CRM', url: sink.url, event_subscriptions: subscriptions });
  await create('contacts', { email: 'grace@example.com' });
  await eventually(async () => {
    const { body } = await running.call('GET', `/api/v1/webhooks/${id}/`);
    expect(body.last_delivery_at).not.toBeNull();
  });
}

describe('an empty workspace', () => {
  it('shows five steps, each done by its data, which are gone when all are done', async () => {
    const { page, problems } = await openConsole(browser.started, login);
    const steps = page.getByRole('region', { name: 'First steps' });
    const linked = async () => steps.getByRole('link').allInnerTexts();
    const names = [
      'Connect an account',
      'Import contacts',
      'Write a sequence',
      'Launch a campaign',
      'Receive a webhook',
    ];
    await steps.waitFor();
    expect(await linked()).toEqual(names);
    const ids = { account: '', sequence: '' };
    const acts = [
      async () => {
        ids.account = await create('sending-accounts', {
          email: 'sales@outreach.example',
          smtp: { host: '127.0.0.1', port: 2_525, security: 'none' },
        });
      },
      async () => create('contacts', { email: 'ada@example.com' }),
      async () => {
        const texts = [{ subject: 'Hello', body_text: 'Hello' }];
        ids.sequence = await create('sequences', { name: 'Hello', steps: texts });
      },
      async () => {
        const campaign = await create('campaigns', {
          name: 'Hello',
          campaign_type: 'nurture',
          sequence_id: ids.sequence,
          sending_account_ids: [ids.account],
        });
        const { status } = await running.call('POST', `/api/v1/campaigns/${campaign}/launch/`);
        expect(status).toBe(200);
      },
    ];
    for (const [index, act] of acts.entries()) {
      await act();
      await page.reload();
      await steps.waitFor();
      expect(await linked()).toEqual(names.slice(index + 1));
      expect(await steps.getByText('Done', { exact: true }).count()).toBe(index + 1);
    }
    await receive();
    await page.reload();
    await page.getByText('Delivered').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await steps.count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
