import { describe, expect, it } from '@jest/globals';
import { createAddressGuard } from '@outreach/outbound-kit';
import { readSettings, replaceSettings, type ReplaceSettingsPorts } from './manage-settings.ts';
import type { NotificationSettings } from './settings.ts';

const URL_TEXT = 'https://hooks.slack.com/services/T000/B000/XXXXXXXXa1B2';
const SEALED = Buffer.from(`sealed ${URL_TEXT}`);
const SLACK = { host: 'hooks.slack.com', preview: 'a1B2', sealed_url: SEALED };

function portsWith(stored?: NotificationSettings, hasMail = true) {
  const state = { stored };
  const ports: ReplaceSettingsPorts = {
    settings: {
      find: async () => Promise.resolve(state.stored),
      save: async (settings) => {
        state.stored = settings;
        return Promise.resolve();
      },
    },
    sealer: { seal: (plain) => Buffer.concat([Buffer.from('sealed '), plain]) },
    hosts: createAddressGuard([]),
    hasMail,
  };
  return { ports, state };
}

const stored: NotificationSettings = {
  emails: ['a@example.com'],
  events: ['import.completed'],
  slack: SLACK,
};

describe('the settings of a workspace that never set any', () => {
  it('are empty', async () => {
    const { ports } = portsWith();
    expect(await readSettings(ports)).toEqual({ emails: [], events: [], slack: null });
  });
});

describe('replaced settings', () => {
  it('have the given lists and the sealed URL', async () => {
    const { ports, state } = portsWith();
    const input = { emails: ['Ops@Example.com'], events: ['campaign.completed'] };
    await replaceSettings(ports, { ...input, slack_webhook_url: URL_TEXT });
    expect(state.stored).toEqual({ emails: ['ops@example.com'], events: input.events, slack: SLACK });
  });

  it.each([
    ['keep the stored URL when none is given', undefined, SLACK],
    ['have no URL after an empty one', '', null],
    ['have another URL when one is given', 'https://example.com/', { host: 'example.com', preview: '' }],
  ])('%s', async (_name, slack_webhook_url, slack) => {
    const { ports, state } = portsWith(stored);
    await replaceSettings(ports, { emails: [], events: [], slack_webhook_url });
    expect(state.stored).toMatchObject({ emails: [], events: [], slack });
  });

  it('have no address while the installation sends no mail', async () => {
    const { ports, state } = portsWith(stored, false);
    await expect(replaceSettings(ports, stored)).rejects.toMatchObject({
      kind: 'failed_precondition',
      code: 'mail_not_configured',
    });
    expect(state.stored).toBe(stored);
    await replaceSettings(ports, { emails: [], events: ['import.completed'] });
    expect(state.stored).toMatchObject({ emails: [], slack: SLACK });
  });
});
