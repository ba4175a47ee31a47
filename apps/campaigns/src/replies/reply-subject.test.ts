import { describe, expect, it } from '@jest/globals';
import { replySubject } from './reply-subject.ts';

describe('the subject of an answer', () => {
  it.each([
    ['A question', 'Re: A question'],
    ['Re: A question', 'Re: A question'],
    ['RE:A question', 'Re: A question'],
    ['re : A question', 'Re: A question'],
    ['Re: Re: RE: A question', 'Re: A question'],
    ['Re[2]: A question', 'Re: A question'],
    ['Re(3): A question', 'Re: A question'],
    ['AW: A question', 'Re: A question'],
    ['Re: AW: A question', 'Re: A question'],
    ['Antw: A question', 'Re: A question'],
    ['SV: A question', 'Re: A question'],
    ['Odp.: A question', 'Re: Odp.: A question'],
    ['回复：A question', 'Re: A question'],
    ['Fwd: A question', 'Re: Fwd: A question'],
    ['Re: WG: A question', 'Re: WG: A question'],
    ['Research: a question', 'Re: Research: a question'],
    ['Reply: a question', 'Re: Reply: a question'],
    ['  A question  ', 'Re: A question'],
    ['', 'Re:'],
    ['Re:', 'Re:'],
  ])('of %j is %j', (subject, expected) => {
    expect(replySubject(subject)).toBe(expected);
    expect(replySubject(replySubject(subject))).toBe(expected);
  });
});
