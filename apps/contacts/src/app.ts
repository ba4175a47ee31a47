import { defineService } from '@outreach/app-kit';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import { createAgency } from './agency/index.ts';
import { auditRules } from './audit-rules.ts';
import { createCampaignLinks, createCampaignRegister } from './campaign-links/index.ts';
import { contactsConfig } from './config.ts';
import { createContactStorage } from './contact-store/index.ts';
import { createContactSweeps } from './contact-sweeps/index.ts';
import { createContacts } from './contacts/index.ts';
import { createCustomFields } from './custom-fields/index.ts';
import { createEnrichment } from './enrichment/index.ts';
import { createErasure } from './erasure/index.ts';
import { createExports } from './exports/index.ts';
import { createImports } from './imports/index.ts';
import { createLists } from './lists/index.ts';
import { createScoring } from './scoring/index.ts';
import { createSegments } from './segments/index.ts';
import { createSuppressions } from './suppressions/index.ts';
import { createTimeline } from './timeline/index.ts';
import { createVerification, createVerificationStorage } from './verification/index.ts';

/** The contacts service: its features, and the ports that they give each other. */
export const contactsService = defineService({
  name: 'contacts',
  config: contactsConfig,
  rpc: ContactsServiceService,
  audit: auditRules,
  features: (base, config) => {
    const sweeps = createContactSweeps(base);
    const campaigns = createCampaignRegister(base.mongo.connection);
    const customFields = createCustomFields(base, { sweeps });
    const names = { customFields: customFields.reader, campaigns };
    const records = createContactStorage(base, names);
    const { stored } = records;
    const agency = createAgency(base);
    const suppressions = createSuppressions(base, stored);
    const segments = createSegments(base, { ...stored, ...names, sweeps });
    const searched = { ...stored, ...names, segments: segments.store };
    const exports = createExports(base, { ...searched, config });
    const scoring = createScoring(base, { ...stored, ...names });
    const { scorer } = scoring;
    const enrichment = createEnrichment(base, { ...stored, scorer, config });
    const timeline = createTimeline(base, { ...stored, scorer });
    const shared = { ...stored, registry: agency.registry, enrichments: enrichment.requests };
    const contacts = createContacts(base, { ...shared, scorer, suppressions: suppressions.store });
    const verifications = createVerificationStorage(base);
    const imports = createImports(base, { ...names, pipeline: contacts.pipeline, verifications, config });
    const verifying = { ...searched, ...verifications, imports: imports.store, scorer, config };
    const verification = createVerification(base, verifying);
    const erasure = createErasure(base, {
      ...shared,
      suppressions: suppressions.management,
      imports: imports.store,
      importErasures: imports.erasures,
      timeline: timeline.store,
      exports,
    });
    const campaignLinks = createCampaignLinks({ ...searched, suppressions: suppressions.store });
    return [
      records,
      sweeps,
      customFields,
      agency,
      suppressions,
      segments,
      createLists(base, searched),
      exports,
      scoring,
      enrichment,
      timeline,
      contacts,
      imports,
      verification,
      erasure,
      campaignLinks,
    ];
  },
});
