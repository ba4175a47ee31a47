import type { Feature, ServiceBase } from '@outreach/app-kit';
import {
  createAddressGuard,
  createGuardedAgent,
  hasValidSignature,
  toSignatureKey,
  type SignatureKey,
} from '@outreach/outbound-kit';
import type { CampaignsConfig } from '../config.ts';
import { createSeenReports } from '../outcomes/index.ts';
import type { CampaignsFeature } from '../methods/index.ts';
import { createHttpAdapter } from './http-adapter.client.ts';
import { THIRD_PARTIES } from './platform.ts';
import { platformMethods } from './platforms.rpc.ts';
import type { PlatformAdapter, ResultVerifier, SignedResults } from './ports.ts';
import { createReportedSends } from './reported-send.store.ts';
import { createTakeResults, type TakeResultsPorts } from './take-results.ts';

export { createCircuit } from './circuit.ts';
export type { Circuit } from './circuit.ts';
export type { PlatformAdapter, PlatformMessage, Submission, SubmitResult } from './ports.ts';

/** Platforms report a result again for some days at most. */
const KEPT_SECONDS = 14 * 24 * 60 * 60;

/** The adapters of the configured platforms. */
export interface PlatformAdapters extends Feature {
  readonly adapters: readonly PlatformAdapter[];
  readonly verifier: ResultVerifier;
  isConfigured(platform: string): boolean;
}

export function createPlatformAdapters(
  { clock, ids }: Pick<ServiceBase, 'clock' | 'ids'>,
  config: CampaignsConfig,
): PlatformAdapters {
  const keys = new Map<string, SignatureKey>();
  const dispatcher = createGuardedAgent(createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS));
  const adapters = THIRD_PARTIES.flatMap((platform) => {
    const number = NUMBER_OF[platform];
    const url = config[`PLATFORM_${number}_URL`];
    if (url === '') return [];
    const key = toSignatureKey(config[`PLATFORM_${number}_SECRET`]);
    keys.set(platform, key);
    const callbackUrl = `${config.PUBLIC_BASE_URL}/platforms/${platform}/results/`;
    return [createHttpAdapter({ platform, url, key, callbackUrl, dispatcher, clock, ids })];
  });
  const isSigned = (platform: string, { body, id, timestamp, signature }: SignedResults): boolean => {
    const key = keys.get(platform);
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    return key !== undefined && hasValidSignature(key, { headers, body, nowMs: clock.now() });
  };
  return {
    name: 'platforms',
    resources: [{ name: 'connections to platforms', stop: async () => dispatcher.destroy() }],
    adapters,
    verifier: { isSigned },
    isConfigured: (platform) => keys.has(platform),
  };
}

const NUMBER_OF = { platform_1: 1, platform_2: 2, platform_3: 3, platform_4: 4 } as const;

/** What platforms report about the emails that were submitted to them. */
export function createPlatformResults(
  base: ServiceBase,
  {
    verifier,
    ...needs
  }: Pick<TakeResultsPorts, 'campaigns' | 'recorder'> & { readonly verifier: ResultVerifier },
): CampaignsFeature {
  const { mongo, units, clock, inWorkspace } = base;
  const seen = createSeenReports(base, { collection: 'platform_results', keptSeconds: KEPT_SECONDS });
  const commitIn = async <T>(workspaceId: string, work: () => Promise<T>): Promise<T> =>
    inWorkspace({ workspaceId }, async () => units.unitOfWork(work));
  const sends = createReportedSends(mongo.connection);
  const takeResults = createTakeResults({ ...needs, sends, seen, clock, commitIn });
  return { name: 'platform results', methods: platformMethods({ verifier, takeResults }) };
}
