import { describe, expect, it } from '@jest/globals';
import type { NotificationSettings } from '../../data/workspace.ts';
import { shownUrl, toInput, toValues } from './notification-values.ts';

const stored: NotificationSettings = {
  emails: ['ops@example.com'],
  slack_webhook_url: { host: 'hooks.slack.com', preview: 'a1B2' },
  events: ['campaign.completed'],
};
const lists = { emails: stored.emails, events: stored.events };

describe('the values of the form of notifications', () => {
  it.each([
    ['keep the stored URL when none is typed', {}, lists],
    [
      'have the URL that is typed',
      { slack_webhook_url: ' https://hooks.slack.com/x ' },
      { ...lists, slack_webhook_url: 'https://hooks.slack.com/x' },
    ],
    ['remove the URL', { removesSlack: true }, { ...lists, slack_webhook_url: null }],
  ])('%s', (_name, changes, input) => {
    expect(toInput({ ...toValues(stored), ...changes })).toEqual(input);
  });
});

describe('the URL of Slack', () => {
  it.each([
    [{ host: 'hooks.slack.com', preview: 'a1B2' }, 'hooks.slack.com/…a1B2'],
    [{ host: 'chat.example.com', preview: '' }, 'chat.example.com'],
    [null, undefined],
  ])('%p is shown as %p', (slack_webhook_url, shown) => {
    expect(shownUrl({ ...stored, slack_webhook_url })).toBe(shown);
  });
});
