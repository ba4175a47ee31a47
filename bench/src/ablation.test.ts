import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ABLATIONS } from './ablation.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

describe('the ablations', () => {
  it.each(ABLATIONS.flatMap(({ mechanism, edits }) => edits.map((edit) => [mechanism, edit] as const)))(
    'find the text of %s once',
    (_mechanism, { file, find }) => {
      expect(readFileSync(path.join(ROOT, file), 'utf8').split(find)).toHaveLength(2);
    },
  );
});
