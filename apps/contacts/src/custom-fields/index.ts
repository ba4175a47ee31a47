import type { ContactsFeature } from '../methods/index.ts';
import type { Sweeps } from '../contact-sweeps/index.ts';
import type { ServiceBase } from '@outreach/app-kit';
import { createCustomFieldStore } from './custom-field.store.ts';
import { customFieldMethods } from './custom-fields.rpc.ts';
import type { CustomFieldReader } from './ports.ts';

export type { CustomField, FieldKind } from './custom-field.ts';
export { mergeValues, withCustomFields } from './merge-values.ts';
export type { CustomFieldReader } from './ports.ts';

export interface CustomFields extends ContactsFeature {
  readonly reader: CustomFieldReader;
}

/** The fields that workspaces add to their contacts. */
export function createCustomFields(
  { mongo, cursors, clock, ids }: ServiceBase,
  { sweeps }: { readonly sweeps: Sweeps },
): CustomFields {
  const customFields = createCustomFieldStore(mongo.connection, cursors);
  return {
    name: 'custom-fields',
    reader: customFields,
    methods: customFieldMethods({ customFields, sweeps, clock, newId: ids }),
  };
}
