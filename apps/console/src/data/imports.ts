import type { Schema } from '@outreach/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type ImportJob = Schema<'ImportJob'>;
export type ImportRowError = Schema<'ImportRowError'>;
export type FilePreview = Schema<'FieldMappingPreview'>;
export type DedupBehavior = ImportJob['dedup_behavior'];

const POLL_MS = 1_000;
const RECENT_MAX = 5;
/** Enough for the first rows; the preview does not need the rest of a large file. */
const PREVIEW_BYTES = 1_048_576;

export function isRunning({ status }: Pick<ImportJob, 'status'>): boolean {
  return status === 'queued' || status === 'processing';
}

/** How a file is read. */
export type FileFormat = Pick<FilePreview, 'delimiter'> & { readonly has_header: boolean };

export interface ReadFile {
  readonly file: File;
  /** Undefined for a header, and a delimiter that the API detects. */
  readonly format?: FileFormat;
}

/** The columns and first rows of a file. */
export function usePreviewFile(): Change<ReadFile, FilePreview> {
  return useChange(
    async ({ file, format }) =>
      outreach.upload('/api/v1/field-mappings/preview/', {
        file: file.size <= PREVIEW_BYTES ? file : new File([file.slice(0, PREVIEW_BYTES)], file.name),
        ...(format === undefined ? {} : { fields: { ...format } }),
      }),
    [],
  );
}

export interface NewImport {
  readonly file: File;
  readonly mapping: Schema<'FieldMappingCreate'>;
  readonly verifies: boolean;
  /** One per opened form. */
  readonly idempotencyKey: string;
  readonly onProgress: (part: number) => void;
}

/** Stores the mapping, then sends the file. */
export function useCreateImport(): Change<NewImport, ImportJob> {
  return useChange(
    async ({ file, mapping, verifies, idempotencyKey, onProgress }) => {
      const { id } = await outreach.post('/api/v1/field-mappings/', {
        body: mapping,
        idempotencyKey: `${idempotencyKey}-mapping`,
      });
      return outreach.upload('/api/v1/imports/', {
        file,
        fields: { field_mapping_id: id, trigger_verification: verifies ? 'true' : 'false' },
        idempotencyKey,
        onProgress: ({ sent, total }) => onProgress(sent / total),
      });
    },
    [['imports']],
  );
}

export function useRecentImports(): UseQueryResult<readonly ImportJob[]> {
  return useQuery({
    queryKey: ['imports', 'recent'],
    queryFn: async () => {
      const query = { page_size: RECENT_MAX };
      return (await outreach.get('/api/v1/imports/', { params: { query } })).data;
    },
  });
}

const ofImport = (import_id: string) => ({ params: { path: { import_id } } });

/** An import; it loads again while it runs. */
export function useImport(id: string): UseQueryResult<ImportJob> {
  return useQuery({
    queryKey: ['import', id],
    queryFn: async () => outreach.get('/api/v1/imports/{import_id}/', ofImport(id)),
    refetchInterval: ({ state }) => (state.data !== undefined && !isRunning(state.data) ? false : POLL_MS),
  });
}

export function useCancelImport(id: string): Change<void> {
  return useChange(
    async () => outreach.post('/api/v1/imports/{import_id}/cancel/', ofImport(id)),
    [['import', id]],
  );
}

/** The rows that changed no contact. Their numbers are their ids. */
export function useImportErrors(id: string): ListState<ImportRowError & { readonly id: string }> {
  return usePages({
    key: ['import', id, 'errors'],
    load: async (position) => {
      const page = await outreach.get('/api/v1/imports/{import_id}/errors/', {
        params: { path: { import_id: id }, query: position },
      });
      if (typeof page === 'string') throw new TypeError('The API returned a file in place of a page.');
      return { ...page, data: page.data.map((row) => ({ ...row, id: String(row.row_number) })) };
    },
  });
}

/** The failed rows as a file that can be corrected and imported again. */
export function useErrorFile(id: string): Change<void, Blob> {
  return useChange(async () => {
    const options = {
      params: { path: { import_id: id }, query: { format: 'csv' } },
      parseAs: 'blob',
    } as const;
    return outreach.get('/api/v1/imports/{import_id}/errors/', options);
  }, []);
}
