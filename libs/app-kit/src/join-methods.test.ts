import { describe, expect, it } from '@jest/globals';
import type { Feature } from './feature.ts';
import { joinMethods } from './join-methods.ts';

const library = { name: 'library', rpc: { addBook: {}, lendBook: {} } };

const feature = (name: string, ...methods: readonly string[]): Feature => ({
  name,
  methods: Object.fromEntries(methods.map((method) => [method, `${method} of ${name}`])),
});

describe('the methods of a service', () => {
  it('come from all features, also when one has none', () => {
    const features = [feature('books', 'addBook'), { name: 'catalogue' }, feature('loans', 'lendBook')];
    expect(joinMethods(library, features)).toEqual({
      addBook: 'addBook of books',
      lendBook: 'lendBook of loans',
    });
  });

  it('must all be implemented', () => {
    expect(() => joinMethods(library, [feature('books', 'addBook')])).toThrow(
      'The methods of library are incomplete: no feature implements lendBook.',
    );
  });

  it('must each belong to one feature', () => {
    const features = [feature('books', 'addBook', 'lendBook'), feature('loans', 'lendBook')];
    expect(() => joinMethods(library, features)).toThrow('books and loans both implement lendBook');
  });

  it('must be in the proto file', () => {
    const features = [feature('books', 'addBook', 'lendBook', 'burnBook')];
    expect(() => joinMethods(library, features)).toThrow('books implements the unknown method burnBook');
  });
});
