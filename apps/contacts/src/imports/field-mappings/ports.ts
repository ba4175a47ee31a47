import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { FieldMapping } from './field-mapping.ts';

/** The field mappings of the current call's workspace. */
export interface FieldMappingStore {
  findById(id: string): Promise<FieldMapping | undefined>;
  list(page: PageRequest): Promise<PageOf<FieldMapping>>;
  insert(mapping: FieldMapping): Promise<void>;
  save(mapping: FieldMapping): Promise<void>;
  remove(id: string): Promise<void>;
}
