import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { FilterNamePorts } from '../filters/index.ts';

export type ExportFormat = 'csv' | 'jsonl';

/** What an export of contacts contains, as its job stores it. */
export type ExportContent = Readonly<{
  /** The filters as JSON: keys and values of users are no paths of the database. */
  filters: string;
  filters_logic: 'AND' | 'OR';
}>;

/** The jobs of the current call's workspace. */
export interface ContactExports<Job> {
  /** The job with this content and format that has not ended. */
  findOpen(content: ExportContent, format: ExportFormat): Promise<Job | undefined>;
  /** The number of jobs that have not ended, counted up to a limit. */
  countOpen(limit: number): Promise<number>;
  /** Part of a transaction: queues a job. */
  insert(request: {
    readonly workspaceId: string;
    readonly content: ExportContent;
    readonly format: ExportFormat;
  }): Promise<Job>;
}

export interface StartExportPorts<Job> extends FilterNamePorts {
  readonly exports: ContactExports<Job>;
}

export interface ReadExportPorts extends FilterNamePorts {
  readonly contacts: Pick<ContactStore, 'slice' | 'count'>;
  readonly counts: Pick<ContactCounts, 'total'>;
}
