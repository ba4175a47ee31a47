import type { ServiceBase } from '@outreach/app-kit';
import type { ShownData } from '@outreach/contracts-common/personal-data';
import { createExports as createFiles, type ExportsConfig } from '@outreach/export-kit';
import { z } from 'zod';
import type { CampaignStore } from '../campaigns/index.ts';
import { READ, type CampaignsFeature } from '../methods/index.ts';
import { columnsOf, recordsOf } from './export-rows.ts';
import { exportMethods } from './exports.rpc.ts';
import { createSendPages } from './send-page.store.ts';

export interface ExportsNeeds {
  readonly campaigns: Pick<CampaignStore, 'findById'>;
  readonly config: ExportsConfig;
}

export interface Exports extends CampaignsFeature {
  /** Part of a transaction: no file has the emails of erased contacts. */
  readonly eraseContacts: (contactIds: readonly string[]) => Promise<void>;
  readonly personalData: ShownData<string>;
}

const Content = z.object({ campaign_id: z.string(), include_events: z.boolean() });

/** Files with the emails of a campaign. */
export function createExports(base: ServiceBase, { campaigns, config }: ExportsNeeds): Exports {
  const pages = createSendPages(base.mongo.connection);
  const files = createFiles(base, config, {
    kind: 'sends',
    readers: READ,
    open: async (stored, format) => {
      const content = Content.parse(stored);
      const { campaign_id: campaignId } = content;
      return {
        total: await pages.count(campaignId, Number.MAX_SAFE_INTEGER),
        columns: columnsOf(content),
        read: async (position) => {
          const { sends, after } = await pages.read(campaignId, position);
          return { records: recordsOf(content, format, sends), after };
        },
      };
    },
  });
  const { store, jobs } = files;
  return {
    name: 'exports',
    eraseContacts: async (contactIds) => {
      const campaignIds = await pages.campaignsOf(contactIds);
      if (campaignIds.length > 0) await store.expire({ 'content.campaign_id': { $in: [...campaignIds] } });
    },
    personalData: { notShown: 'copies of emails for 24 hours' },
    methods: exportMethods({ campaigns, pages, files }),
    jobs,
  };
}
