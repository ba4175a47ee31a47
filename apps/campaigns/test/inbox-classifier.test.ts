import { describe, expect, it } from '@jest/globals';
import { REPLY_INTENTS } from '@outreach/contracts-campaigns/records';
import { classifyReply } from '../src/bounce-classes/index.ts';
import { classifyMessage } from '../src/inbox/classify-message.ts';
import { createMessageParser } from '../src/inbox/parse-message.client.ts';
import { ownText, scoreText } from '../src/reply-intents/index.ts';
import type { ReplyIntent } from '../src/feedback/index.ts';
import { heldOut, tuned, type Corpus } from './inbox-corpus/index.ts';
import { CONTACT, MESSAGE_ID, ORIGINAL, replyOf, SEND_NAME } from './inbox-corpus/providers.ts';

const PRECISION_MIN = 0.95;
const RECALL_MIN = 0.8;
/** Wrong decisions about these intents lose a contact. */
const ENDING: readonly ReplyIntent[] = ['unsubscribe', 'not_interested'];

const parser = createMessageParser();
const parse = async (raw: string) => parser.parse(Buffer.from(raw, 'utf8'));

interface Result {
  readonly expected: ReplyIntent;
  readonly actual: ReplyIntent;
}

interface Score {
  readonly intent: ReplyIntent;
  readonly messages: number;
  readonly precision: number | undefined;
  readonly recall: number | undefined;
}

function scoreOf(intent: ReplyIntent, results: readonly Result[]): Score {
  const expected = results.filter((result) => result.expected === intent);
  const actual = results.filter((result) => result.actual === intent);
  const right = expected.filter((result) => result.actual === intent).length;
  return {
    intent,
    messages: expected.length,
    precision: actual.length === 0 ? undefined : right / actual.length,
    recall: expected.length === 0 ? undefined : right / expected.length,
  };
}

function tableOf(title: string, scores: readonly Score[]): string {
  const percent = (value: number | undefined): string =>
    (value === undefined ? '–' : `${(value * 100).toFixed(1)} %`).padStart(9);
  const lines = scores.map(
    ({ intent, messages, precision, recall }) =>
      `${intent.padEnd(18)} ${String(messages).padStart(8)} ${percent(precision)} ${percent(recall)}`,
  );
  return [title, `${'intent'.padEnd(18)} messages precision    recall`, ...lines].join('\n');
}

async function classifyAll({ replies, notices }: Corpus): Promise<readonly Result[]> {
  const results = replies.map(async ([provider, language, expected, text]) => {
    const message = await parse(replyOf(provider, { language, text }));
    return { expected, actual: scoreText(ownText(message.text)) };
  });
  const automatic = notices.map(async ({ expected, raw }) => {
    const classified = classifyMessage(await parse(raw));
    if (expected.kind !== 'auto_reply' || classified.kind !== 'auto_reply') return [];
    return [
      { expected: expected.intent, actual: classified.isAbsence ? 'out_of_office' : 'auto_reply' } as const,
    ];
  });
  return [...(await Promise.all(results)), ...(await Promise.all(automatic)).flat()];
}

describe('the classifier of replies', () => {
  const corpora = [
    { name: 'tuned', corpus: tuned },
    { name: 'held-out', corpus: heldOut },
  ];

  it.each(corpora)('recognises intents of the $name messages with few errors', async ({ name, corpus }) => {
    const results = await classifyAll(corpus);
    const scores = REPLY_INTENTS.map((intent) => scoreOf(intent, results));
    process.stderr.write(`${tableOf(`Intents of ${results.length} ${name} messages`, scores)}\n`);
    const ending = scores.filter(({ intent }) => ENDING.includes(intent));
    expect(ending.map(({ precision = 0 }) => precision >= PRECISION_MIN)).toEqual([true, true]);
    const right = results.filter(({ expected, actual }) => expected === actual).length;
    expect(right / results.length).toBeGreaterThanOrEqual(RECALL_MIN);
  });

  it('has at least 60 messages in seven languages and six formats', () => {
    const replies = [...tuned.replies, ...heldOut.replies];
    expect(replies.length + tuned.notices.length + heldOut.notices.length).toBeGreaterThanOrEqual(60);
    expect(new Set(replies.map(([provider]) => provider)).size).toBe(6);
    expect(new Set(replies.map(([, language]) => language)).size).toBe(7);
  });

  const replies = [...tuned.replies, ...heldOut.replies].map(([provider, language, , text]) => ({
    provider,
    language,
    text,
    start: text.replaceAll('\n', ' ').slice(0, 60),
  }));

  it.each(replies)(
    'matches a $language reply of $provider and cuts the quotation: $start',
    async ({ provider, language, text }) => {
      const message = await parse(replyOf(provider, { language, text }));
      expect(classifyMessage(message)).toEqual({ kind: 'reply', names: [SEND_NAME], address: CONTACT });
      const own = ownText(message.text);
      for (const line of ORIGINAL.filter((quoted) => quoted.length > 10)) expect(own).not.toContain(line);
      expect(text.replaceAll(/\s+/g, ' ')).toContain(own.replaceAll(/\s+/g, ' ').slice(0, 40));
      expect(own).not.toBe('');
    },
  );
});

describe('the classifier of messages', () => {
  it.each([...tuned.notices, ...heldOut.notices])('classifies $name', async ({ expected, raw }) => {
    const classified = classifyMessage(await parse(raw));
    switch (classified.kind) {
      case 'bounce': {
        const { reply } = classified;
        expect({ kind: 'bounce', ...classifyReply(reply) }).toEqual(expected);
        expect(classified.names[0]).toBe(SEND_NAME);
        break;
      }
      case 'auto_reply': {
        const intent = classified.isAbsence ? 'out_of_office' : 'auto_reply';
        const isMatched = classified.names.length > 0 || classified.address !== null;
        expect(isMatched ? { kind: 'auto_reply', intent } : { kind: 'ignored' }).toEqual(expected);
        break;
      }
      case 'reply':
        // A reply of an address that is no contact is ignored.
        expect(expected.kind).toBe('ignored');
        expect(classified.names).toEqual([]);
        expect(classified.address).not.toBe(CONTACT);
        break;
      case 'complaint':
        expect(classified.names[0]).toBe(SEND_NAME);
        expect(expected.kind).toBe('complaint');
        break;
      case 'ignored':
        expect(classified.kind).toBe(expected.kind);
    }
  });

  it('classifies a receipt of the reader as no answer', async () => {
    const raw = `From: ${CONTACT}\r\nSubject: Read: Faster invoices\r\nReferences: ${MESSAGE_ID}\r\nContent-Type: multipart/report; report-type=disposition-notification; boundary="r"\r\n\r\n--r\r\nContent-Type: text/plain\r\n\r\nYour message was read.\r\n--r--\r\n`;
    expect(classifyMessage(await parse(raw))).toEqual({ kind: 'ignored' });
  });
});
