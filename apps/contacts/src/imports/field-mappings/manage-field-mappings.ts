import { invalidField, notFound } from '@outreach/errors';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import type { Deps } from '../../domain/ports.ts';
import { checkColumns, COLUMNS_MAX } from './check-columns.ts';
import type { FieldMapping } from './field-mapping.ts';

/** The members that a request carries; an absent one stays as it is. */
export type FieldMappingChange = Partial<Omit<FieldMapping, 'id' | 'workspace_id' | 'created_at'>>;

type MappingDeps = Pick<Deps, 'fieldMappings' | 'customFields' | 'clock' | 'newId'>;

/** @throws AppError invalid_argument naming the wrong member. */
export async function createFieldMapping(
  deps: MappingDeps,
  ctx: CallContext,
  change: FieldMappingChange,
): Promise<FieldMapping> {
  const { name = '' } = change;
  if (name === '') throw invalidField('name', 'A name is required.');
  const mapping: FieldMapping = {
    id: deps.newId('map'),
    workspace_id: ctx.workspaceId,
    has_header: true,
    delimiter: null,
    mappings: [],
    default_tags: [],
    dedup_behavior: 'update',
    created_at: new Date(deps.clock.now()),
    ...change,
    name,
  };
  await check(deps, mapping);
  await deps.fieldMappings.insert(mapping);
  return mapping;
}

/** @throws AppError not_found. */
export async function getFieldMapping(deps: Pick<Deps, 'fieldMappings'>, id: string): Promise<FieldMapping> {
  const mapping = await deps.fieldMappings.findById(id);
  if (mapping === undefined) throw notFound();
  return mapping;
}

export async function listFieldMappings(
  deps: Pick<Deps, 'fieldMappings'>,
  page: PageRequest,
): Promise<PageOf<FieldMapping>> {
  return deps.fieldMappings.list(page);
}

/** @throws AppError not_found; invalid_argument, also where columns that stay no longer fit. */
export async function updateFieldMapping(
  deps: MappingDeps,
  { id, change }: { readonly id: string; readonly change: FieldMappingChange },
): Promise<FieldMapping> {
  const mapping = await getFieldMapping(deps, id);
  const changed: FieldMapping = { ...mapping, ...change };
  // A custom field that is gone since is in the way of no other change.
  if (change.mappings !== undefined || change.has_header !== undefined) await check(deps, changed);
  await deps.fieldMappings.save(changed);
  return changed;
}

/** @throws AppError not_found. */
export async function deleteFieldMapping(deps: Pick<Deps, 'fieldMappings'>, id: string): Promise<void> {
  await getFieldMapping(deps, id);
  await deps.fieldMappings.remove(id);
}

async function check(deps: Pick<Deps, 'customFields'>, mapping: FieldMapping): Promise<void> {
  const { mappings } = mapping;
  if (mappings.length > COLUMNS_MAX) {
    throw invalidField('mappings', `mappings must be at most ${COLUMNS_MAX} items long.`);
  }
  const namesCustom = mappings.some(({ target_field }) => target_field.startsWith('custom_fields.'));
  const fields = namesCustom ? await deps.customFields.all() : [];
  checkColumns(mapping, new Set(fields.map(({ name }) => name)));
}
