import type { Send } from '../sends/index.ts';
import type { ExportFormat } from './send-export.ts';

/** Sends of the current call's workspace, in the order of their creation. */
export interface SendPages {
  /** The number of sends of the campaign, counted up to a limit. */
  count(campaignId: string, limit: number): Promise<number>;
  /** The campaigns with sends to these contacts. */
  campaignsOf(contactIds: readonly string[]): Promise<readonly string[]>;
  /** `after` is the position of the previous page; empty to start. */
  read(campaignId: string, after: string): Promise<SendPage>;
}

export interface SendPage {
  readonly sends: readonly Send[];
  /** Undefined on the last page. */
  readonly after: string | undefined;
}

/** The jobs of the current call's workspace. */
export interface SendExports<Job> {
  /** The job with this content and format that has not ended. */
  findOpen(content: Readonly<Record<string, unknown>>, format: ExportFormat): Promise<Job | undefined>;
  /** Part of a transaction: queues a job. */
  insert(request: {
    readonly workspaceId: string;
    readonly content: Readonly<Record<string, unknown>>;
    readonly format: ExportFormat;
  }): Promise<Job>;
}

interface Layout {
  readonly format: ExportFormat;
  readonly columns: readonly string[];
}

/** The text of records in a file. */
export interface SendRows {
  headerOf(layout: Layout): string;
  rowsOf(layout: Layout, records: readonly Readonly<Record<string, unknown>>[]): string;
}
