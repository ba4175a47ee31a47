import { defineService } from '@outreach/app-kit';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { createAgency } from './agency/index.ts';
import { createCampaignLinks, createCampaignRegister } from './campaign-links/index.ts';
import { contactsConfig } from './config.ts';
import { createContactRecords, createSweepQueue } from './contact-records/index.ts';
import { createContacts } from './contacts/index.ts';
import { createCustomFields } from './custom-fields/index.ts';
import { createEnrichment } from './enrichment/index.ts';
import { createErasure } from './erasure/index.ts';
import { createImports } from './imports/index.ts';
import { createLists } from './lists/index.ts';
import { createScoring } from './scoring/index.ts';
import { createSegments } from './segments/index.ts';
import { createSuppressions } from './suppressions/index.ts';
import { createTimeline } from './timeline/index.ts';

/** The contacts service: its features, and the ports that they give each other. */
export const contactsService = defineService({
  name: 'contacts',
  config: contactsConfig,
  rpc: ContactsServiceService,
  features: (base, config) => {
    const sweeps = createSweepQueue(base.mongo.connection);
    const campaigns = createCampaignRegister(base.mongo.connection);
    const fields = createCustomFields(base, { sweeps });
    const names = { customFields: fields.customFields, campaigns };
    const records = createContactRecords(base, { ...names, sweeps });
    const { stored } = records;
    const agency = createAgency(base);
    const { registry } = agency;
    const suppression = createSuppressions(base, stored);
    const { suppressions, management } = suppression;
    const segment = createSegments(base, { ...stored, ...names, sweeps });
    const { segments } = segment;
    const lists = createLists(base, { ...stored, ...names, segments });
    const scoring = createScoring(base, { ...stored, ...names });
    const { scorer } = scoring;
    const enrichment = createEnrichment(base, { ...stored, scorer, config });
    const { enrichments } = enrichment;
    const timelines = createTimeline(base, { ...stored, scorer });
    const contacts = createContacts(base, { ...stored, registry, suppressions, scorer, enrichments });
    const importing = createImports(base, { ...names, pipeline: contacts.pipeline, config });
    const { imports, importErasures } = importing;
    const personalData = { imports, importErasures, timeline: timelines.timeline, enrichments };
    const erasure = createErasure(base, { ...stored, ...personalData, registry, suppressions: management });
    const links = createCampaignLinks({ ...stored, ...names, segments, suppressions });
    return [
      records,
      fields,
      agency,
      suppression,
      segment,
      lists,
      scoring,
      enrichment,
      timelines,
      contacts,
      importing,
      erasure,
      links,
    ];
  },
});
