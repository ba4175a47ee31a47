import { invalidField, notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { checkColumns, COLUMNS_MAX } from './check-columns.ts';
import type { FieldMapping } from './field-mapping.ts';
import type { ImportPorts } from '../ports.ts';

/** The fields of a request; an absent field stays unchanged. */
export type FieldMappingChange = Partial<Omit<FieldMapping, 'id' | 'workspace_id' | 'created_at'>>;

/** @throws AppError invalid_argument naming the wrong field. */
export async function createFieldMapping(
  ports: ImportPorts,
  ctx: CallContext,
  change: FieldMappingChange,
): Promise<FieldMapping> {
  const { name = '' } = change;
  if (name === '') throw invalidField('name', 'A name is required.');
  const mapping: FieldMapping = {
    id: ports.newId('map'),
    workspace_id: ctx.workspaceId,
    has_header: true,
    delimiter: null,
    mappings: [],
    default_tags: [],
    dedup_behavior: 'update',
    created_at: new Date(ports.clock.now()),
    ...change,
    name,
  };
  await check(ports, mapping);
  await ports.fieldMappings.insert(mapping);
  return mapping;
}

/** @throws AppError not_found. */
export async function getFieldMapping(ports: ImportPorts, id: string): Promise<FieldMapping> {
  const mapping = await ports.fieldMappings.findById(id);
  if (mapping === undefined) throw notFound();
  return mapping;
}

/** @throws AppError not_found; invalid_argument, also if unchanged columns do not fit the changed header setting. */
export async function updateFieldMapping(
  ports: ImportPorts,
  { id, change }: { readonly id: string; readonly change: FieldMappingChange },
): Promise<FieldMapping> {
  const mapping = await getFieldMapping(ports, id);
  const changed: FieldMapping = { ...mapping, ...change };
  // A mapping with a deleted custom field can still be changed in its other fields.
  if (change.mappings !== undefined || change.has_header !== undefined) await check(ports, changed);
  await ports.fieldMappings.save(changed);
  return changed;
}

/** @throws AppError not_found. */
export async function deleteFieldMapping(ports: ImportPorts, id: string): Promise<void> {
  await getFieldMapping(ports, id);
  await ports.fieldMappings.remove(id);
}

async function check(ports: ImportPorts, mapping: FieldMapping): Promise<void> {
  const { mappings } = mapping;
  if (mappings.length > COLUMNS_MAX) {
    throw invalidField('mappings', `mappings must be at most ${COLUMNS_MAX} items long.`);
  }
  const namesCustom = mappings.some(({ target_field }) => target_field.startsWith('custom_fields.'));
  const fields = namesCustom ? await ports.customFields.all() : [];
  checkColumns(mapping, new Set(fields.map(({ name }) => name)));
}
