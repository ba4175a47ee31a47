import { describe, expect, it } from '@jest/globals';
import { shareSchemas } from './shared-schemas.ts';

const level = { type: 'string', enum: ['low', 'high'] };
const fields = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [`field_${index}`, { type: 'string', description: 'A text.' }]),
);
const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
const share = (schemas: Record<string, Record<string, unknown>>) =>
  shareSchemas({ paths: {}, components: { schemas, headers: {} } }, [['Level', level]]);
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('shareSchemas', () => {
  it('refers to a shared schema and keeps the description of the field', () => {
    const shared = share({ Task: object({ level: { ...level, description: 'Urgency.' }, other: level }) });
    expect(shared).toHaveProperty('components.schemas.Task.properties', {
      level: { description: 'Urgency.', ...reference('Level') },
      other: reference('Level'),
    });
    expect(shared).toHaveProperty('components.schemas.Level', level);
    expect(shared).toHaveProperty('components.headers', {});
  });

  it('keeps an enumeration with other values', () => {
    const other = { type: 'string', enum: ['low', 'high', null] };
    expect(share({ Task: object({ other }) })).toHaveProperty('components.schemas.Task.properties', {
      other,
    });
  });

  it('makes an object with all fields of another one an allOf of it and its own fields', () => {
    const own = { secret: { type: 'string' } };
    expect(share({ Key: object(fields), CreatedKey: object({ ...fields, ...own }) })).toHaveProperty(
      'components.schemas.CreatedKey',
      { allOf: [reference('Key'), object(own)] },
    );
  });

  it('keeps an object whose base has an optional field, as the bodies of requests have', () => {
    const update = { type: 'object', properties: fields };
    const create = object({ ...fields, name: { type: 'string' } });
    expect(share({ Update: update, Create: create })).toHaveProperty('components.schemas.Create', create);
  });

  it('refers to a named object from a part that equals it, with or without descriptions', () => {
    const plain = Object.fromEntries(Object.keys(fields).map((name) => [name, { type: 'string' }]));
    const both = { anyOf: [object(fields), object(plain)] };
    expect(share({ Key: object(fields), Both: both })).toHaveProperty('components.schemas.Both', {
      anyOf: [reference('Key'), reference('Key')],
    });
  });

  it('keeps a part with descriptions of its own', () => {
    const changed = { ...fields, field_0: { type: 'string', description: 'Another text.' } };
    expect(share({ Key: object(fields), Holder: object({ key: object(changed) }) })).toHaveProperty(
      'components.schemas.Holder.properties.key',
      object(changed),
    );
  });
});
