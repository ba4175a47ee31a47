export interface ContactFilter {
  readonly search?: string;
  readonly tag?: string[];
  readonly segment?: string;
}

/** The parameters of a list of contacts. */
export interface ContactQuery {
  readonly sort: 'created_asc';
  readonly search?: string;
  readonly tag?: string[];
  readonly segment_id?: string;
}

/** The filters of a list of contacts. The oldest come first, so that new contacts do not move the pages. */
export function toContactQuery({ search = '', tag, segment }: ContactFilter): ContactQuery {
  return {
    sort: 'created_asc',
    ...(search === '' ? {} : { search }),
    ...(tag === undefined ? {} : { tag }),
    ...(segment === undefined ? {} : { segment_id: segment }),
  };
}
