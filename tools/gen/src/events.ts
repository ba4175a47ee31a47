import { campaignEvents } from '@outreach/contracts-campaigns/events';
import { sharedEvents } from '@outreach/contracts-common/export';
import { contactEvents } from '@outreach/contracts-contacts/events';
import { webhookEvents } from '@outreach/contracts-webhooks';
import { createCatalogue, type Catalogue } from '@outreach/event-schema';
import type { GeneratedFile } from './proto.ts';

const FOLDER = 'docs/events';

/** A page with all event types, and a file per type with its schema and an example. */
export function generateEvents(): GeneratedFile[] {
  const catalogue = createCatalogue([...contactEvents, ...campaignEvents, ...sharedEvents, ...webhookEvents]);
  return [{ path: `${FOLDER}/README.md`, text: index(catalogue) }, ...catalogue.entries.map((entry) => page(catalogue, entry))];
}

function index(catalogue: Catalogue): string {
  const rows = catalogue.entries.map(
    ({ event_type: type, category, description }) => `| [${type}](${type}.json) | ${category} | ${description} |`,
  );
  return [
    '# Events',
    '',
    'All event types that a webhook endpoint can subscribe to. Generated from the `events.ts` of the contracts by `npm run gen`.',
    '',
    '| type | category | emitted when |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function page(catalogue: Catalogue, entry: Catalogue['entries'][number]): GeneratedFile {
  const example = catalogue.get(entry.event_type)?.example;
  return {
    path: `${FOLDER}/${entry.event_type}.json`,
    text: `${JSON.stringify({ ...entry, example }, null, 2)}\n`,
  };
}
