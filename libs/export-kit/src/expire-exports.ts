import type { ServiceBase } from '@outreach/app-kit';
import { pollingJob } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { ExportArchive, ExportFiles } from './ports.ts';

const EVERY_MS = 60_000;
const BATCH_SIZE = 20;

/** Deletes files whose links have expired. */
export function expireExportsJob(
  { clock, leader }: Pick<ServiceBase, 'clock' | 'leader'>,
  archive: ExportArchive,
  files: Pick<ExportFiles, 'remove'>,
): Job {
  return pollingJob({
    name: 'expire-exports',
    everyMs: EVERY_MS,
    leader,
    run: async () => {
      const expired = await archive.findExpired(new Date(clock.now()), BATCH_SIZE);
      for (const { id, file_id } of expired) {
        if (file_id !== null) await files.remove(file_id);
        await archive.markExpired(id);
      }
      return expired.length === BATCH_SIZE;
    },
  });
}
