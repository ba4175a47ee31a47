import { fromPage, toMeta } from '@outreach/app-kit';
import type {
  TrackingDomain as TrackingDomainMessage,
  VerifyTrackingDomainResponse,
} from '@outreach/contracts-campaigns/gen/tracking_domains.ts';
import { notFound } from '@outreach/errors';
import { effectCommand, NOTHING } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import { READ, WRITE, type CampaignsMethods } from '../methods/index.ts';
import { checkDomain } from './check-domain.ts';
import { CHECK_EVERY_MS } from './check-domains.job.ts';
import { createDomain, deleteDomain, requireDomain, updateDomain } from './manage-domains.ts';
import type { DomainPorts } from './ports.ts';
import { recordCheck } from './record-check.ts';
import type { TrackingDomain } from './tracking-domain.ts';

export function domainMethods(ports: DomainPorts): CampaignsMethods {
  const { domains, target } = ports;
  return {
    createTrackingDomain: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { domain }) => ({
        tracking_domain: toMessage(await createDomain(ports, ctx, domain), target),
      }),
    },
    getTrackingDomain: {
      scope: READ,
      query: async (_ctx, { id }) => ({
        tracking_domain: toMessage(await requireDomain(domains, id), target),
      }),
    },
    listTrackingDomains: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await domains.list(fromPage(page));
        return {
          tracking_domains: list.items.map((domain) => toMessage(domain, target)),
          meta: toMeta(list),
        };
      },
    },
    updateTrackingDomain: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { id, is_default }) => ({
        tracking_domain: toMessage(await updateDomain(ports, ctx, { id, is_default }), target),
      }),
    },
    deleteTrackingDomain: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { id }) => {
        await deleteDomain(ports, ctx, id);
        return {};
      },
    },
    verifyTrackingDomain: verifyMethod(ports),
    findVerifiedDomain: {
      scope: { service: 'gateway' },
      query: async (_ctx, { domain }) => ({ is_verified: (await domains.ownerOf(domain)) !== undefined }),
    },
  };
}

const CheckedDomain = z.object({ id: z.string(), domain: z.string() });

/** The name servers are asked outside any transaction; the result is stored with the reply. */
function verifyMethod(ports: DomainPorts): Required<CampaignsMethods>['verifyTrackingDomain'] {
  const { domains, work, resolver, target, clock } = ports;
  return effectCommand({
    scope: WRITE,
    isOutbound: true,
    about: NOTHING,
    prepared: CheckedDomain,
    prepare: async (_ctx, { id }: { readonly id: string }) => {
      const { domain } = await requireDomain(domains, id);
      return { id, domain };
    },
    effect: async (_ctx, { domain }) => checkDomain(resolver, domain, target),
    commit: async (
      { workspaceId },
      { prepared: { id }, outcome: error },
    ): Promise<VerifyTrackingDomainResponse> => {
      const checked = await recordCheck(ports, { id, workspace_id: workspaceId }, error);
      if (checked === undefined) throw notFound();
      await work.checkAt(id, new Date(clock.now() + CHECK_EVERY_MS));
      return { tracking_domain: toMessage(checked, target) };
    },
  });
}

function toMessage(domain: TrackingDomain, target: string | null): TrackingDomainMessage {
  return withoutNull({ ...domain, cname_target: target });
}
