import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PlatformMessage } from './ports.ts';
import { BATCH_BYTES_MAX, MESSAGES_MAX, toBatches } from './to-batches.ts';

const FRAME = { platform: 'platform_1', callback_url: `https://example.com/${'x'.repeat(2_000)}` };

function messageOf(id: string, text: string): PlatformMessage {
  return {
    id,
    workspace_id: 'ws_1',
    campaign_id: 'cmp_1',
    step_number: 1,
    from: { name: null, address: 'anna@example.org' },
    to: 'maria@example.com',
    reply_to: null,
    subject: 'A question',
    html: null,
    text,
    headers: {},
  };
}

describe('batches', () => {
  it('contain each message once, in order, within both limits', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 2_500_000 }), { maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 250 }), (large, smallCount) => {
        const messages = [
          ...large.map((size, index) => messageOf(`large_${index}`, 'é'.repeat(size))),
          ...Array.from({ length: smallCount }, (_, index) => messageOf(`small_${index}`, '"\n')),
        ];
        const { batches, tooLargeIds } = toBatches(messages, FRAME);
        for (const { ids, body } of batches) {
          expect(ids.length).toBeLessThanOrEqual(MESSAGES_MAX);
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(BATCH_BYTES_MAX);
          const parsed = JSON.parse(body);
          expect(parsed).toMatchObject(FRAME);
          expect(parsed.messages.map(({ id }: PlatformMessage) => id)).toEqual(ids);
        }
        const expected = messages.map(({ id }) => id).filter((id) => !tooLargeIds.includes(id));
        expect(batches.flatMap(({ ids }) => ids)).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('leave out a message that is larger than a batch', () => {
    const { batches, tooLargeIds } = toBatches([messageOf('snd_1', 'x'.repeat(BATCH_BYTES_MAX))], FRAME);
    expect([batches, tooLargeIds]).toEqual([[], ['snd_1']]);
  });
});
