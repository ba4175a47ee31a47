import { contactErrors } from '@outreach/contracts-contacts';
import type { CallContext } from '@outreach/service-kit';
import { parseFilters, resolveNames, type Filter } from '../filters/index.ts';
import type { ExportContent, ExportFormat, StartExportPorts } from './ports.ts';

/** Jobs of a workspace that wait or run. */
export const OPEN_EXPORTS_MAX = 5;

export interface ExportRequest {
  readonly filters: readonly Filter[];
  readonly logic: ExportContent['filters_logic'];
  readonly format: ExportFormat;
}

/**
 * Part of a transaction: returns the open job of the same request, or a new one. @throws AppError invalid_argument
 * naming the wrong field of a filter; conflict when too many jobs are open.
 */
export async function startExport<Job>(
  ports: StartExportPorts<Job>,
  { workspaceId }: Pick<CallContext, 'workspaceId'>,
  { filters, logic, format }: ExportRequest,
): Promise<Job> {
  parseFilters(filters, logic, await resolveNames(ports, filters));
  const content: ExportContent = { filters: JSON.stringify(filters), filters_logic: logic };
  const open = await ports.exports.findOpen(content, format);
  if (open !== undefined) return open;
  if ((await ports.exports.countOpen(OPEN_EXPORTS_MAX)) >= OPEN_EXPORTS_MAX)
    throw contactErrors.exportLimit.make();
  return ports.exports.insert({ workspaceId, content, format });
}

/** The filters of an ended job are not needed, and can contain addresses. */
export function withoutFilters(
  content: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return { ...content, filters: '[]' };
}
