import type { ServiceBase } from '@outreach/app-kit';
import { createTrackingTokens } from '@outreach/contracts-campaigns';
import { trackingTopology, unsubscribeTopology } from '@outreach/event-bus';
import { createCaughtUp, type CaughtUp } from '@outreach/event-bus/consumer';
import type { CampaignsConfig } from '../config.ts';
import { createSeenReports, type OutcomeRecorder } from '../outcomes/index.ts';
import type { CampaignsFeature } from '../methods/index.ts';
import { createTrackingLinks, type TrackingLinks } from './tracking-links.ts';
import { hitConsumer } from './tracking.events.ts';
import { trackingMethods } from './tracking.rpc.ts';

export type { TrackingLinks } from './tracking-links.ts';

/** Longer than the broker redelivers a message. */
const KEPT_SECONDS = 24 * 60 * 60;
const UNSUBSCRIBES = 'campaigns-unsubscribes';

export interface Tracking extends CampaignsFeature {
  readonly links: TrackingLinks;
  /** True when the unsubscribes are applied that the broker took because this service could not be reached. */
  readonly hasUnsubscribes: CaughtUp;
}

/** Opens, clicks and unsubscribes through the links in emails. */
export function createTracking(
  base: ServiceBase,
  { recorder, config }: { readonly recorder: OutcomeRecorder; readonly config: CampaignsConfig },
): Tracking {
  const { units, streams, link, clock, inWorkspace } = base;
  const { TRACKING_KEY: key, TRACKING_KEY_PREVIOUS: previous, PUBLIC_BASE_URL: baseUrl } = config;
  const tokens = createTrackingTokens(previous === undefined ? [key] : [key, previous]);
  const ports = {
    recorder,
    counted: createSeenReports(base, { collection: 'tracking_hits', keptSeconds: KEPT_SECONDS }),
    commitIn: async (workspaceId: string, work: () => Promise<void>) =>
      inWorkspace({ workspaceId }, async () => units.unitOfWork(work)),
  };
  const unsubscribes = { durable: UNSUBSCRIBES, topology: unsubscribeTopology(streams) };
  return {
    name: 'tracking',
    links: createTrackingLinks({ tokens, baseUrl }),
    hasUnsubscribes: createCaughtUp({ link, ...unsubscribes }),
    methods: trackingMethods(recorder, clock),
    consumers: [
      hitConsumer(ports, { durable: 'campaigns-tracking', topology: trackingTopology(streams) }),
      hitConsumer(ports, unsubscribes),
    ],
  };
}
