/** The lists of everything that is stored about a person, in the order of the response. */
export const PERSONAL_SECTIONS = [
  'timeline',
  'enrollments',
  'sends',
  'threads',
  'suppressions',
  'import_rows',
  'events',
] as const;

/** A list, or the record of the contact. */
export type PersonalSection = (typeof PERSONAL_SECTIONS)[number] | 'contact';

export interface PersonalPage {
  /** Plain data; dates become texts. */
  readonly records: readonly object[];
  /** Position of the next page; undefined on the last page. */
  readonly after: string | undefined;
}

/** Records about a contact in one place. */
export interface PersonalSource<Contact> {
  readonly section: PersonalSection;
  /** `after` is the position of the previous page; empty to start. */
  read(contact: Contact, after: string): Promise<PersonalPage>;
}

/** Data about a contact that the response leaves out, with the reason. */
export interface NotShown {
  readonly notShown: string;
}

/** How the response shows a place with personal data. Every place that an erasure clears names it. */
export type ShownData<Contact> = PersonalSource<Contact> | NotShown;

/** A page of a list. Places with records of the same list follow each other. */
export async function readPersonalData<Contact>(
  places: readonly ShownData<Contact>[],
  {
    contact,
    section,
    after,
  }: { readonly contact: Contact; readonly section: string; readonly after: string },
): Promise<{ records_json: string[]; after: string | undefined }> {
  const sources = places.filter((place) => 'section' in place && place.section === section);
  const separator = after.indexOf(' ');
  const index = separator === -1 ? 0 : Number(after.slice(0, separator));
  const source = sources[index];
  if (source === undefined || !('read' in source)) return { records_json: [], after: undefined };
  const page = await source.read(contact, after.slice(separator + 1));
  return {
    records_json: page.records.map((record) => JSON.stringify(record)),
    after: positionAfter(page, { index, count: sources.length }),
  };
}

/** The number of the source and the position in it. */
function positionAfter(
  { after }: PersonalPage,
  { index, count }: { readonly index: number; readonly count: number },
): string | undefined {
  if (after !== undefined) return `${index} ${after}`;
  return index + 1 < count ? `${index + 1} ` : undefined;
}
