import { fitsCodePoints } from '@outreach/contracts-common';
import { contactErrors } from '@outreach/contracts-contacts';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import type { Deps } from '../domain/ports.ts';
import {
  FIELD_NAME,
  FIELDS_PER_WORKSPACE_MAX,
  isFieldKind,
  OPTION_CHARACTERS_MAX,
  OPTIONS_MAX,
  takesOptions,
  type CustomField,
  type FieldKind,
} from './custom-field.ts';
import { checkFallback } from './field-value.ts';

/** The members that a request carries; an absent one stays as it is, null clears. */
export interface CustomFieldChange {
  readonly name?: string;
  readonly display_label?: string | null;
  readonly field_type?: string;
  readonly options?: readonly string[];
  readonly fallback_value?: unknown;
}

type FieldDeps = Pick<Deps, 'customFields' | 'sweeps' | 'clock' | 'newId'>;

/** @throws AppError invalid_argument; conflict when the name is taken. */
export async function createCustomField(
  deps: FieldDeps,
  ctx: CallContext,
  change: CustomFieldChange,
): Promise<CustomField> {
  const { name = '', field_type: type = '' } = change;
  if (!FIELD_NAME.test(name)) {
    throw invalidField('name', 'name must be a letter, then at most 63 letters, digits and underscores.');
  }
  if (!isFieldKind(type)) throw invalidField('field_type', 'field_type must be one of the types.');
  await deps.customFields.lockNames();
  const present = await deps.customFields.all();
  if (present.some((field) => field.name === name)) throw contactErrors.duplicateName.make({ field: 'name' });
  if (present.length >= FIELDS_PER_WORKSPACE_MAX) {
    throw invalidField('name', `A workspace has at most ${FIELDS_PER_WORKSPACE_MAX} custom fields.`);
  }
  const now = new Date(deps.clock.now());
  const field: CustomField = {
    id: deps.newId('cf'),
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
  await deps.customFields.insert(complete);
  return complete;
}

/** @throws AppError not_found. */
export async function getCustomField(deps: Pick<Deps, 'customFields'>, id: string): Promise<CustomField> {
  const field = await deps.customFields.findById(id);
  if (field === undefined) throw notFound();
  return field;
}

export async function listCustomFields(
  deps: Pick<Deps, 'customFields'>,
  page: PageRequest,
): Promise<PageOf<CustomField>> {
  return deps.customFields.list(page);
}

/** @throws AppError not_found; immutable_field on another name or type; invalid_argument. */
export async function updateCustomField(
  deps: FieldDeps,
  { id, change }: { readonly id: string; readonly change: CustomFieldChange },
): Promise<CustomField> {
  const field = await getCustomField(deps, id);
  for (const member of ['name', 'field_type'] as const) {
    if (change[member] !== undefined && change[member] !== field[member]) {
      throw contactErrors.immutableField.make({ field: member });
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
  const saved = { ...changed, updated_at: new Date(deps.clock.now()) };
  await deps.customFields.save(saved);
  return saved;
}

/** Its values are gone with it; a job removes what is left of them. @throws AppError not_found. */
export async function deleteCustomField(deps: FieldDeps, id: string): Promise<void> {
  await getCustomField(deps, id);
  await deps.customFields.remove(id);
  await deps.sweeps.add({ kind: 'custom_field', id });
}

function checkOptions(type: FieldKind, options: readonly string[]): readonly string[] {
  const distinct = [...new Set(options)];
  if (!takesOptions(type)) {
    if (distinct.length > 0)
      throw invalidField('options', 'options are for dropdown and multi_select alone.');
    return [];
  }
  if (distinct.length === 0) throw invalidField('options', 'options are required for this type.');
  if (distinct.length > OPTIONS_MAX) throw invalidField('options', `options are at most ${OPTIONS_MAX}.`);
  const bad = options.findIndex((option) => option === '' || !fitsCodePoints(option, OPTION_CHARACTERS_MAX));
  if (bad === -1) return distinct;
  throw invalidField(`options[${bad}]`, `An option has 1 to ${OPTION_CHARACTERS_MAX} characters.`);
}

function withFallback(field: CustomField, fallback: unknown): CustomField {
  if (fallback === null || fallback === '') return { ...field, fallback_value: null };
  const checked = checkFallback(field, fallback);
  if ('value' in checked) return { ...field, fallback_value: checked.value };
  throw invalidField('fallback_value', `fallback_value ${checked.wanted}.`);
}
