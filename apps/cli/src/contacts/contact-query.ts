export interface ContactFilter {
  readonly search?: string;
  readonly tag?: string[];
  readonly segment?: string;
}

/** The filters of a list of contacts. The oldest come first, so that new contacts do not move the pages. */
export function toContactQuery({ search = '', tag, segment }: ContactFilter) {
  return {
    sort: 'created_asc' as const,
    ...(search === '' ? {} : { search }),
    ...(tag === undefined ? {} : { tag }),
    ...(segment === undefined ? {} : { segment_id: segment }),
  };
}
