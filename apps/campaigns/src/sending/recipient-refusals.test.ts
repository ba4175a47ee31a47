import { describe, expect, it } from '@jest/globals';
import { decidingRefusal, refusalsOf, refusedCopies } from './recipient-refusals.ts';

const TO = ['ada@example.com', 'bob@example.com', 'eve@example.com'];
const refusal = (recipient: string, responseCode?: number) =>
  Object.assign(new Error(`${recipient} ${String(responseCode)}`), { recipient, responseCode });
const [ADA, BOB, EVE] = [refusal(TO[0] ?? '', 550), refusal(TO[1] ?? '', 550), refusal(TO[2] ?? '', 451)];

describe('a message for several addresses', () => {
  it.each([
    { title: 'goes to all if none is refused', errors: [], decided: undefined, copies: [] },
    {
      title: 'goes to the others if a copy is refused for good',
      errors: [BOB],
      decided: undefined,
      copies: [0],
    },
    { title: 'goes to no address if the recipient is refused', errors: [ADA], decided: ADA, copies: [] },
    { title: 'goes to no address if a copy is refused for now', errors: [EVE], decided: EVE, copies: [1] },
    {
      title: 'has the refusal of its recipient first',
      errors: [EVE, BOB, ADA],
      decided: ADA,
      copies: [1, 0],
    },
    { title: 'has the temporary refusal of a copy first', errors: [BOB, EVE], decided: EVE, copies: [0, 1] },
  ])('$title', ({ errors, decided, copies }) => {
    const refusals = refusalsOf(errors, TO);
    expect(decidingRefusal(refusals)?.error).toBe(decided);
    expect(refusedCopies(refusals)).toEqual(copies);
  });

  it('goes to no address after a refusal without a code or of an unknown address', () => {
    for (const error of [refusal('bob@example.com'), refusal('mallory@example.com', 550)])
      expect(decidingRefusal(refusalsOf([error], TO))?.error).toBe(error);
  });
});
