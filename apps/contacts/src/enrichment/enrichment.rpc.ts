import { toContactMessage } from '../contact-model/index.ts';
import { WRITE, type ContactsMethods } from '../methods/index.ts';
import { requestEnrichment, type RequestEnrichmentPorts } from './request-enrichment.ts';

export function enrichmentMethods(ports: RequestEnrichmentPorts): ContactsMethods<'enrichContact'> {
  return {
    enrichContact: {
      scope: WRITE,
      about: (_reply, { id }) => [id],
      command: async (_ctx, { id }) => ({ contact: toContactMessage(await requestEnrichment(ports, id)) }),
    },
  };
}
