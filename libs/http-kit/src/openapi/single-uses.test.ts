import { expect, it } from '@jest/globals';
import { inlineSingleUses } from './single-uses.ts';

const reference = (target: string) => ({ $ref: `#/components/${target}` });

it('puts a response and its example in the place of their only reference, and keeps what two places use', () => {
  const document = {
    paths: {
      a: [reference('responses/once'), reference('responses/twice')],
      b: reference('responses/twice'),
    },
    components: {
      schemas: { Error: { type: 'object' } },
      responses: {
        once: { schema: reference('schemas/Error'), examples: { one: reference('examples/one') } },
        twice: { description: 'Shared' },
      },
      examples: { one: { value: 1 } },
    },
  };
  expect(inlineSingleUses(document)).toEqual({
    paths: {
      a: [
        { schema: reference('schemas/Error'), examples: { one: { value: 1 } } },
        reference('responses/twice'),
      ],
      b: reference('responses/twice'),
    },
    components: {
      schemas: { Error: { type: 'object' } },
      responses: { twice: { description: 'Shared' } },
      examples: {},
    },
  });
});
