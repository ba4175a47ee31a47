import type { Feature, ServiceBase } from '@outreach/app-kit';
import {
  createAddressGuard,
  createGuardedAgent,
  hasValidSignature,
  toSignatureKey,
  type SignatureKey,
} from '@outreach/outbound-kit';
import { createSeenReports } from '../outcomes/index.ts';
import type { CampaignsFeature } from '../methods/index.ts';
import { createHttpAdapter } from './http-adapter.client.ts';
import { THIRD_PARTIES, type ThirdParty } from './platform.ts';
import { platformMethods } from './platforms.rpc.ts';
import type { PlatformAdapter, ResultVerifier, SignedResults } from './ports.ts';
import { createReportedSends } from './reported-send.store.ts';
import { createTakeResults, type TakeResultsPorts } from './take-results.ts';

export { createCircuit } from './circuit.ts';
export type { Circuit } from './circuit.ts';
export type { PlatformAdapter, PlatformMessage, Submission, SubmitResult } from './ports.ts';

/** Platforms report a result again for some days at most. */
const KEPT_SECONDS = 14 * 24 * 60 * 60;

type Variable = `${Uppercase<ThirdParty>}_${'URL' | 'SECRET'}`;

/** A platform without a URL has no adapter. */
export interface PlatformsConfig extends Readonly<Record<Variable, string>> {
  readonly PUBLIC_BASE_URL: string;
  readonly OUTBOUND_ALLOW_PRIVATE_CIDRS: readonly string[];
}

/** The adapters of the configured platforms. */
export interface PlatformAdapters extends Feature {
  readonly adapters: readonly PlatformAdapter[];
  readonly verifier: ResultVerifier;
  isConfigured(platform: string): boolean;
}

export function createPlatformAdapters(
  { clock, ids }: Pick<ServiceBase, 'clock' | 'ids'>,
  config: PlatformsConfig,
): PlatformAdapters {
  const keys = new Map<string, SignatureKey>();
  const dispatcher = createGuardedAgent(createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS));
  const adapters = THIRD_PARTIES.flatMap((platform) => {
    const { url, secret } = settingsOf(config, platform);
    if (url === '') return [];
    const key = toSignatureKey(secret);
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

function settingsOf(
  config: PlatformsConfig,
  platform: ThirdParty,
): { readonly url: string; readonly secret: string } {
  switch (platform) {
    case 'platform_1':
      return { url: config.PLATFORM_1_URL, secret: config.PLATFORM_1_SECRET };
    case 'platform_2':
      return { url: config.PLATFORM_2_URL, secret: config.PLATFORM_2_SECRET };
    case 'platform_3':
      return { url: config.PLATFORM_3_URL, secret: config.PLATFORM_3_SECRET };
    case 'platform_4':
      return { url: config.PLATFORM_4_URL, secret: config.PLATFORM_4_SECRET };
  }
}

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
