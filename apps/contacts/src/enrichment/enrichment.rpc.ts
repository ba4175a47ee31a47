import { toContactMessage } from '../contact-model/index.ts';
import { WRITE, type ContactsMethods } from '../methods/index.ts';
import type { EnrichmentPorts } from './ports.ts';
import { requestEnrichment } from './request-enrichment.ts';

export function enrichmentMethods(ports: EnrichmentPorts): ContactsMethods {
  return {
    enrichContact: {
      scope: WRITE,
      about: (_reply, { id }) => [id],
      command: async (_ctx, { id }) => ({ contact: toContactMessage(await requestEnrichment(ports, id)) }),
    },
  };
}
