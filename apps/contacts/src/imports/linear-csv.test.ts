import { describe, expect, it } from '@jest/globals';
import { GROWTH_MAX, growthOf } from '@outreach/testing';
import { createRecordReader } from './csv/record-reader.ts';
import { Surveyor } from './csv/survey.ts';
import { cutNamed, cutRow } from './raw-row.ts';

/** Text that makes a careless reader start again at each repetition. */
const REPEATED = [
  '"',
  '""',
  '"a',
  ',"',
  '",',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '"\n',
  '\n"',
  ' ',
  'a',
  'é',
  '@',
  '\0',
];

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  survey: (text) => {
    const surveyor = new Surveyor();
    surveyor.push(Buffer.from(text));
    return surveyor.end();
  },
  records: (text) => {
    const reader = createRecordReader({ encoding: 'utf-8', separator: ',' });
    return [reader.push(Buffer.from(text)), reader.end()];
  },
  'stored rows': (text) => [cutRow(text.split(',')), cutNamed(text)],
};

describe.each(Object.entries(READERS))('the CSV reader of %s', (_name, read) => {
  it.each(REPEATED)('takes at most two and a half times as long for twice as many %j', async (part) => {
    expect(await growthOf(read, part)).toBeLessThanOrEqual(GROWTH_MAX);
  });
});
