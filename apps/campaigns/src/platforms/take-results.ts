import type { Clock } from '@outreach/service-kit';
import type { CampaignStore } from '../campaigns/index.ts';
import { OUTCOMES_MAX, type OutcomeRecorder, type SeenReports } from '../outcomes/index.ts';
import { createGroups } from './group-results.ts';
import type { ReportedSend, ReportedSends } from './ports.ts';
import type { PlatformResult } from './result.ts';
import { toOutcome } from './to-outcome.ts';

/**
 * `recorded`: the result is stored; a result that the state of the email does not allow changes nothing.
 * `duplicate`: it was recorded before. `retry`: the submission of the email is not recorded yet; report it again later.
 * `unknown_send`: this platform has no email with the id. `ignored`: the email has ended without being sent.
 */
export type ResultStatus = 'recorded' | 'duplicate' | 'retry' | 'unknown_send' | 'ignored';

export interface TakenResult {
  readonly id: string;
  readonly send_id: string;
  readonly status: ResultStatus;
}

export interface TakeResultsPorts {
  readonly sends: ReportedSends;
  readonly seen: SeenReports;
  readonly campaigns: Pick<CampaignStore, 'findByIds'>;
  readonly recorder: OutcomeRecorder;
  /** Runs a transaction in a call of the workspace. */
  readonly commitIn: <T>(workspaceId: string, work: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
}

/** Records the results of a platform, each once. Returns their statuses in the order of the results. */
export type TakeResults = (platform: string, results: readonly PlatformResult[]) => Promise<TakenResult[]>;

/**
 * Results have one transaction per workspace and 500 results; concurrent requests share them. After an error the platform
 * reports all results again.
 */
export function createTakeResults(ports: TakeResultsPorts): TakeResults {
  const groups = createGroups<PlatformResult, ResultStatus>({
    itemsMax: OUTCOMES_MAX,
    commit: async (key, results) => {
      const [platform = '', workspaceId = ''] = key.split(' ');
      const reported = { platform, results, now: new Date(ports.clock.now()) };
      return ports.commitIn(workspaceId, async () => takeSome(ports, reported));
    },
  });
  return async (platform, results) => {
    const found = await ports.sends.findByIds([...new Set(results.map(({ send_id: id }) => id))]);
    const workspaceOf = new Map(found.map(({ id, workspace_id: workspaceId }) => [id, workspaceId]));
    const statuses = new Map<PlatformResult, ResultStatus>();
    for (const [workspaceId, own] of Map.groupBy(results, ({ send_id: id }) => workspaceOf.get(id))) {
      if (workspaceId === undefined) continue;
      for (let from = 0; from < own.length; from += OUTCOMES_MAX) {
        const some = own.slice(from, from + OUTCOMES_MAX);
        const taken = await groups.commit(`${platform} ${workspaceId}`, some);
        for (const result of some) statuses.set(result, taken.get(result) ?? 'unknown_send');
      }
    }
    return results.map((result) => {
      const { id, send_id } = result;
      return { id, send_id, status: statuses.get(result) ?? 'unknown_send' };
    });
  };
}

/** Part of a transaction: results about sends of one workspace. */
async function takeSome(
  ports: TakeResultsPorts,
  {
    platform,
    results,
    now,
  }: { readonly platform: string; readonly results: readonly PlatformResult[]; readonly now: Date },
): Promise<ReadonlyMap<PlatformResult, ResultStatus>> {
  const sendOf = await readSends(ports, platform, results);
  const ready = results.filter(({ send_id: id }) => isSent(sendOf.get(id)));
  const added = await ports.seen.takeNew([...new Set(ready.map((one) => keyOf(platform, one)))]);
  const left = new Set(added);
  const statuses = new Map<PlatformResult, ResultStatus>();
  for (const result of results) {
    const status = statusOf(sendOf.get(result.send_id));
    const isNew = left.delete(keyOf(platform, result));
    statuses.set(result, status === 'recorded' && !isNew ? 'duplicate' : status);
  }
  const recorded = results.filter((result) => statuses.get(result) === 'recorded');
  await ports.recorder.record(recorded.map((result) => toOutcome(result, now)));
  return statuses;
}

/** The sends of the platform, by id. */
async function readSends(
  { sends, campaigns }: TakeResultsPorts,
  platform: string,
  results: readonly PlatformResult[],
): Promise<ReadonlyMap<string, ReportedSend>> {
  const found = await sends.readByIds([...new Set(results.map(({ send_id: id }) => id))]);
  const ids = new Set(found.map(({ campaign_id: id }) => id));
  const own = (await campaigns.findByIds([...ids])).filter((campaign) => campaign.platform === platform);
  const ownIds = new Set(own.map(({ id }) => id));
  return new Map(found.filter(({ campaign_id: id }) => ownIds.has(id)).map((send) => [send.id, send]));
}

function isSent(send: ReportedSend | undefined): boolean {
  return send !== undefined && send.sent_at !== null;
}

function statusOf(send: ReportedSend | undefined): ResultStatus {
  if (send === undefined) return 'unknown_send';
  if (send.sent_at !== null) return 'recorded';
  return send.status === 'queued' || send.status === 'sending' ? 'retry' : 'ignored';
}

/** A platform can use the id of a result for results of other emails too. */
function keyOf(platform: string, { id, send_id: sendId }: PlatformResult): string {
  return `${platform}:${sendId}:${id}`;
}
