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
    const { customFields } = fields;
    const records = createContactRecords(base, { customFields, sweeps });
    const { contacts, counts, collection } = records;
    const agency = createAgency(base);
    const { registry } = agency;
    const suppression = createSuppressions(base, { contacts, collection });
    const { suppressions, management } = suppression;
    const segment = createSegments(base, {
      contacts,
      counts,
      collection,
      customFields,
      campaigns,
      sweeps,
    });
    const { segments } = segment;
    const lists = createLists(base, { contacts, counts, customFields, campaigns, segments });
    const scoring = createScoring(base, { contacts, counts, customFields, campaigns });
    const { scorer } = scoring;
    const enrichment = createEnrichment(base, { contacts, counts, scorer, config });
    const enrichments = enrichment.requests;
    const timelines = createTimeline(base, { contacts, counts, collection, scorer });
    const { timeline } = timelines;
    const contact = createContacts(base, { contacts, counts, registry, suppressions, scorer, enrichments });
    const importing = createImports(base, { pipeline: contact.pipeline, customFields, config });
    const { imports, importErasures } = importing;
    const erasure = createErasure(base, {
      imports,
      importErasures,
      contacts,
      counts,
      registry,
      suppressions: management,
      timeline,
      enrichments,
    });
    const links = createCampaignLinks({ campaigns, contacts, customFields, segments, suppressions });
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
      contact,
      importing,
      erasure,
      links,
    ];
  },
});
