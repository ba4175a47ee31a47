import { describe, expect, it } from '@jest/globals';
import { referencesAfter } from './reply-references.ts';

const ids = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${index}@a.example`);

describe('the references of an answer', () => {
  it('are those of the answered message and its own id', () => {
    const answered = { references: ['1@a.example', '2@a.example'], message_id: '3@b.example' };
    expect(referencesAfter(answered)).toEqual(['1@a.example', '2@a.example', '3@b.example']);
  });

  it('end with the last known message if the answered one has no id', () => {
    expect(referencesAfter({ references: ['1@a.example'], message_id: null })).toEqual(['1@a.example']);
    expect(referencesAfter({ references: [], message_id: null })).toEqual([]);
  });

  it('name each message once, the answered one last', () => {
    const answered = { references: ['1@a.example', '3@b.example', '2@a.example'], message_id: '3@b.example' };
    expect(referencesAfter(answered)).toEqual(['1@a.example', '2@a.example', '3@b.example']);
  });

  it('keep the first and the last ones of a long conversation', () => {
    const references = referencesAfter({ references: ids(120), message_id: 'last@b.example' });
    expect(references).toHaveLength(50);
    expect([references[0], references[1], references.at(-1)]).toEqual([
      '0@a.example',
      '72@a.example',
      'last@b.example',
    ]);
  });

  it('leave out ids that no header can contain', () => {
    const references = [
      'a b@c.example',
      'a>\r\nBcc: x@y.example',
      'ü@c.example',
      `${'x'.repeat(300)}@c.example`,
    ];
    expect(referencesAfter({ references, message_id: '1@a.example' })).toEqual(['1@a.example']);
  });
});
