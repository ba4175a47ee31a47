import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { CustomField } from './custom-field.ts';

/** The custom fields of the current call's workspace. */
export interface CustomFieldReader {
  all(): Promise<readonly CustomField[]>;
}

export interface CustomFieldStore extends CustomFieldReader {
  /** Serializes the units of work of the workspace that add a name. */
  lockNames(): Promise<void>;
  findById(id: string): Promise<CustomField | undefined>;
  list(page: PageRequest): Promise<PageOf<CustomField>>;
  insert(field: CustomField): Promise<void>;
  save(field: CustomField): Promise<void>;
  remove(id: string): Promise<void>;
}
