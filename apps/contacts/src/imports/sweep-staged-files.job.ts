import type { ServiceBase } from '@outreach/app-kit';
import { pollingJob } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import type { ImportFiles, StagedFiles } from './ports.ts';

const ROUND_MS = 60 * 60 * 1_000;
const ORPHAN_MS = 24 * ROUND_MS;

/** Deletes uploads older than a day that no job needs: their process died before it queued a job. */
export function sweepStagedFilesJob(
  stagedFiles: StagedFiles,
  files: ImportFiles,
  { leader, clock }: ServiceBase,
): Job {
  return pollingJob({
    name: 'staged-files',
    everyMs: ROUND_MS,
    leader,
    run: async () => {
      const staleIds = await stagedFiles.uploadedBefore(new Date(clock.now() - ORPHAN_MS));
      const inUse = await files.filesInUse(staleIds);
      for (const id of staleIds) if (!inUse.has(id)) await stagedFiles.remove(id);
      return false;
    },
  });
}
