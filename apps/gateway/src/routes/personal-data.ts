import { PERSONAL_SECTIONS, type PersonalSection } from '@outreach/contracts-common/personal-data';
import { ContactRecord } from '@outreach/contracts-contacts';
import { contactCreated } from '@outreach/contracts-contacts/events';
import { notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { z } from 'zod';
import type { Backends } from '../clients/backends.ts';
import { contactParams, route, withDeadline } from './route.ts';

const PAGE_DEADLINE_MS = 15_000;

const records = z.array(z.record(z.string(), z.unknown()));

const PersonalData = z
  .object({
    contact: ContactRecord.extend({
      deleted_at: z.iso.datetime().nullable().describe('Time of the soft delete.'),
      deletion_reason: z.string().nullable().describe('The reason, for the record.'),
    }).describe('The contact, with its segments, campaigns and points of engagement.'),
    timeline: records.describe('All events of its timeline, oldest first.'),
    enrollments: records,
    sends: records.describe(
      'All emails to the contact with their texts, answers in threads (with `thread_id`) included. `truncated` is `true` where the text is incomplete or can no longer be rendered.',
    ),
    threads: records.describe(
      'Conversations with `messages` and their texts. A thread of more than 20 messages is continued in the next items with its id.',
    ),
    suppressions: records.describe(
      'Suppressions of the address, and those that campaigns have requested and contacts has not stored yet.',
    ),
    import_rows: records.describe('Rejected rows of imports with the address.'),
    events: records.describe(
      'Stored events of webhooks about the contact with what their receivers answered, and received emails.',
    ),
  })
  .meta({ id: 'PersonalData' });

const { example } = contactCreated;

export const personalDataExample = {
  contact: { ...example, deleted_at: null, deletion_reason: null },
  ...Object.fromEntries(PERSONAL_SECTIONS.map((section) => [section, []])),
};

/** Everything that is stored about a person. */
export const personalDataRoutes = [
  route({
    method: 'get',
    path: '/api/v1/contacts/{contact_id}/personal-data/',
    operationId: 'getPersonalData',
    summary: 'Get the personal data of a contact',
    description:
      'Everything that all services store about the contact, also about a soft-deleted one: what a hard delete removes, except short-lived copies. The response is complete or ends as broken JSON: it is written while it is read, without a limit of its size.',
    tags: ['contacts'],
    scope: ['admin:gdpr'],
    params: contactParams,
    responses: {
      200: { contentType: 'application/json', description: 'The personal data.', schema: PersonalData },
    },
    example: {
      params: { contact_id: example.id },
      responses: { 200: personalDataExample },
    },
    handle: async ({ ctx, params: { contact_id } }, backends) => {
      const ports: ReadPorts = { backends, ctx, contactId: contact_id };
      const [contact] = (await readPage(ports, 'contacts', { section: 'contact', after: '' })).records_json;
      if (contact === undefined) throw notFound();
      return {
        status: 200,
        body: toBody(ports, contact),
        headers: { 'Content-Disposition': `attachment; filename="${contact_id}-personal-data.json"` },
      };
    },
  }),
];

/** The services with records of a list. */
const SERVICES = {
  timeline: ['contacts'],
  enrollments: ['campaigns'],
  sends: ['campaigns'],
  threads: ['campaigns'],
  suppressions: ['contacts', 'campaigns'],
  import_rows: ['contacts'],
  events: ['webhooks', 'campaigns'],
} as const satisfies Record<Exclude<PersonalSection, 'contact'>, readonly Service[]>;

type Service = 'contacts' | 'campaigns' | 'webhooks';

interface ReadPorts {
  readonly backends: Pick<Backends, Service>;
  readonly ctx: CallContext;
  readonly contactId: string;
}

interface Position {
  readonly section: PersonalSection;
  readonly after: string;
}

/** Every page has its own deadline: the response can take longer than one call. */
async function readPage({ backends, ctx, contactId }: ReadPorts, service: Service, position: Position) {
  const call = withDeadline(ctx, PAGE_DEADLINE_MS);
  return backends[service].readPersonalData(call, { contact_id: contactId, ...position });
}

/** The JSON, page by page. A page that cannot be read breaks the response off. */
async function* toBody(ports: ReadPorts, contact: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(`{"contact":${contact}`);
  for (const section of PERSONAL_SECTIONS) {
    yield Buffer.from(`,"${section}":[`);
    let separator = '';
    for await (const text of recordsOf(ports, section)) {
      yield Buffer.from(separator + text);
      separator = ',';
    }
    yield Buffer.from(']');
  }
  yield Buffer.from('}\n');
}

/** The records of a list as JSON. */
async function* recordsOf(
  ports: ReadPorts,
  section: keyof typeof SERVICES,
): AsyncGenerator<string, void, undefined> {
  for (const service of SERVICES[section]) {
    let after: string | undefined = '';
    while (after !== undefined) {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(ports, service, { section, after });
      yield* page.records_json;
      after = page.after;
    }
  }
}
