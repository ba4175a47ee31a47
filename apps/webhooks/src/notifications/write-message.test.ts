import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { writeLetter, writeSlackBody, type Message } from './write-message.ts';

const BASE = 'https://outreach.example.com';
const SETTINGS = `${BASE}/console/settings/notifications`;
const SlackBody = z.object({ text: z.string() }).loose();

const message = (texts: readonly string[], count = texts.length): Message => ({
  workspace_id: 'ws_1',
  listed: texts.map((text, index) => ({ text, path: `/console/campaigns/cmp_${index}` })),
  event_count: count,
});
const slackText = (sent: Message): string => SlackBody.parse(JSON.parse(writeSlackBody(sent, BASE))).text;

describe('a letter', () => {
  it('about one event has it as its subject, and a link to its page', () => {
    expect(writeLetter(message(['Campaign “Spring” was paused.']), BASE)).toEqual({
      subject: 'Campaign “Spring” was paused.',
      text: [
        'Campaign “Spring” was paused.',
        `${BASE}/console/campaigns/cmp_0`,
        '',
        '--',
        `Workspace ws_1. Change what you are notified of: ${SETTINGS}`,
        '',
      ].join('\n'),
    });
  });

  it('about many events lists the first ones and says how many more there are', () => {
    const texts = Array.from({ length: 20 }, (_, index) => `Event ${index}.`);
    const { subject, text } = writeLetter(message(texts, 100_000), BASE);
    expect(subject).toBe('100000 notifications');
    expect(text.match(/^Event \d+\.$/gm)).toHaveLength(20);
    expect(text).toContain('\n\nAnd 99,980 more.\n\n');
  });

  it('has a subject of at most 150 characters', () => {
    expect(writeLetter(message(['😀'.repeat(400)]), BASE).subject).toBe('😀'.repeat(150));
  });
});

describe('a message to Slack', () => {
  it('lists the events with links, and switches formatting and previews of links off', () => {
    const body = writeSlackBody(message(['One.', 'Two.'], 5), BASE);
    expect(JSON.parse(body)).toEqual({
      text: [
        `One.\n${BASE}/console/campaigns/cmp_0`,
        `Two.\n${BASE}/console/campaigns/cmp_1`,
        'And 3 more.',
        `Workspace ws_1. Change what you are notified of: ${SETTINGS}`,
      ].join('\n\n'),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it.each([
    ['<!channel>', '&lt;!channel&gt;'],
    ['<https://evil.example|Log in>', '&lt;https://evil.example|Log in&gt;'],
    ['&lt;!here&gt;', '&amp;lt;!here&amp;gt;'],
    ['@channel @here @EVERYONE', '@\u2060channel @\u2060here @\u2060EVERYONE'],
  ])('has no markup for the name %s', (name, shown) => {
    expect(slackText(message([name])).split('\n')[0]).toBe(shown);
  });

  it('shows an address as it is', () => {
    expect(slackText(message(['sales@example.org']))).toMatch(/^sales@example\.org\n/);
  });
});
