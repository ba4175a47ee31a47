import { fitsCodePoints } from '@outreach/values';
import { contactErrors } from '@outreach/contracts-contacts';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext, Clock, NewId } from '@outreach/service-kit';
import type { Sweeps } from '../contact-sweeps/index.ts';
import {
  FIELD_NAME,
  FIELD_TYPES,
  FIELDS_PER_WORKSPACE_MAX,
  isFieldKind,
  OPTION_CHARACTERS_MAX,
  OPTIONS_MAX,
  hasOptions,
  type CustomField,
  type FieldKind,
} from './custom-field.ts';
import { checkFallback } from './field-value.ts';
import type { CustomFieldStore } from './ports.ts';

/** The fields of a request; an absent field stays unchanged, null clears it. */
export interface CustomFieldChange {
  readonly name?: string;
  readonly display_label?: string | null;
  readonly field_type?: string;
  readonly options?: readonly string[];
  readonly fallback_value?: unknown;
}

export interface ManageCustomFieldsPorts {
  readonly customFields: CustomFieldStore;
  readonly sweeps: Sweeps;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** @throws AppError invalid_argument; conflict when the name is taken. */
export async function createCustomField(
  ports: ManageCustomFieldsPorts,
  ctx: CallContext,
  change: CustomFieldChange,
): Promise<CustomField> {
  const { name = '', field_type: type = '' } = change;
  if (!FIELD_NAME.test(name)) {
    throw invalidField('name', 'name must be a letter, then at most 63 letters, digits and underscores.');
  }
  if (!isFieldKind(type))
    throw invalidField('field_type', `field_type must be one of ${FIELD_TYPES.join(', ')}.`);
  const now = new Date(ports.clock.now());
  const field: CustomField = {
    id: ports.newId('cf'),
    workspace_id: ctx.workspaceId,
    name,
    display_label: change.display_label ?? null,
    field_type: type,
    options: checkOptions(type, change.options ?? []),
    fallback_value: null,
    created_at: now,
    updated_at: now,
  };
  const complete = withFallback(field, change.fallback_value ?? null);
  await ports.customFields.lockNames();
  const existing = await ports.customFields.all();
  if (existing.some((other) => other.name === name))
    throw contactErrors.duplicateName.make({ field: 'name' });
  if (existing.length >= FIELDS_PER_WORKSPACE_MAX) {
    throw invalidField('name', `A workspace has at most ${FIELDS_PER_WORKSPACE_MAX} custom fields.`);
  }
  await ports.customFields.insert(complete);
  return complete;
}

/** @throws AppError not_found. */
export async function getCustomField(
  ports: Pick<ManageCustomFieldsPorts, 'customFields'>,
  id: string,
): Promise<CustomField> {
  const field = await ports.customFields.findById(id);
  if (field === undefined) throw notFound();
  return field;
}

/** @throws AppError not_found; immutable_field on another name or type; invalid_argument. */
export async function updateCustomField(
  ports: ManageCustomFieldsPorts,
  { id, change }: { readonly id: string; readonly change: CustomFieldChange },
): Promise<CustomField> {
  const field = await getCustomField(ports, id);
  for (const name of ['name', 'field_type'] as const) {
    if (change[name] !== undefined && change[name] !== field[name]) {
      throw contactErrors.immutableField.make({ field: name });
    }
  }
  const { display_label = field.display_label, options, fallback_value = field.fallback_value } = change;
  const changed = withFallback(
    {
      ...field,
      display_label,
      options: options === undefined ? field.options : checkOptions(field.field_type, options),
    },
    fallback_value,
  );
  if (JSON.stringify(changed) === JSON.stringify(field)) return field;
  const saved = { ...changed, updated_at: new Date(ports.clock.now()) };
  await ports.customFields.save(saved);
  return saved;
}

/** Hides the values of the field at once; a job removes them from contacts later. @throws AppError not_found. */
export async function deleteCustomField(ports: ManageCustomFieldsPorts, id: string): Promise<void> {
  await getCustomField(ports, id);
  await ports.customFields.remove(id);
  await ports.sweeps.add({ kind: 'custom_field', id });
}

function checkOptions(type: FieldKind, options: readonly string[]): readonly string[] {
  const distinct = [...new Set(options)];
  if (!hasOptions(type)) {
    if (distinct.length > 0) throw invalidField('options', 'options are only for dropdown and multi_select.');
    return [];
  }
  if (distinct.length === 0) throw invalidField('options', 'options are required for this type.');
  if (distinct.length > OPTIONS_MAX)
    throw invalidField('options', `options must be at most ${OPTIONS_MAX} items long.`);
  const wrong = options.findIndex(
    (option) => option === '' || !fitsCodePoints(option, OPTION_CHARACTERS_MAX),
  );
  if (wrong === -1) return distinct;
  throw invalidField(`options[${wrong}]`, `An option has 1 to ${OPTION_CHARACTERS_MAX} characters.`);
}

function withFallback(field: CustomField, fallback: unknown): CustomField {
  if (fallback === null || fallback === '') return { ...field, fallback_value: null };
  const checked = checkFallback(field, fallback);
  if ('value' in checked) return { ...field, fallback_value: checked.value };
  throw invalidField('fallback_value', `fallback_value ${checked.rule}.`);
}
