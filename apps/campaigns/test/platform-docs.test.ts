import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readAnswer } from '../src/platforms/read-answer.ts';
import { readResults } from '../src/platforms/result.ts';
import { toBatches } from '../src/platforms/to-batches.ts';

const page = readFileSync(new URL('../../../docs/platforms.md', import.meta.url), 'utf8');

/** The JSON after a marker such as `<!-- batch -->`. */
function example(name: string): string {
  const [, json = ''] = new RegExp(`<!-- ${name} -->\\s+\`\`\`json\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  return json;
}

describe('the page for adapters', () => {
  it('shows a batch as the service sends it', () => {
    const { messages, ...frame } = JSON.parse(example('batch'));
    const [batch] = toBatches(messages, frame).batches;
    expect(JSON.parse(batch?.body ?? '')).toEqual({ ...frame, messages });
  });

  it('shows a response with each status', () => {
    const results = [...(readAnswer(example('answer'), new Date(0)) ?? new Map()).values()];
    expect(results.map(({ kind }) => kind)).toEqual(['accepted', 'refused', 'refused', 'retry', 'failed']);
  });

  it('shows results of each type', () => {
    const types = readResults(Buffer.from(example('results'))).map(({ type }) => type);
    expect(new Set(types)).toEqual(
      new Set([
        'delivered',
        'bounced',
        'failed',
        'opened',
        'clicked',
        'replied',
        'unsubscribed',
        'complained',
      ]),
    );
  });
});
