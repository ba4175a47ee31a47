import type { Schema } from '@outreach/client';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import type { Contact } from './contacts.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Segment = Schema<'Segment'>;
export type SegmentInput = Schema<'SegmentCreate'>;
export type SegmentFilters = Required<Pick<SegmentInput, 'filters'>> & Pick<Segment, 'filters_logic'>;

const KEY = ['segments'];
/** The most that a page of the API has. */
const SEGMENTS_MAX = 500;
const EXAMPLES_MAX = 10;

const ofSegment = (segment_id: string) => ({ params: { path: { segment_id } } });

/** The segments to choose from. */
export function useSegments(): UseQueryResult<readonly Segment[]> {
  return useQuery({
    queryKey: [...KEY, 'choices'],
    queryFn: async () => {
      const query = { page_size: SEGMENTS_MAX };
      return (await outreach.get('/api/v1/segments/', { params: { query } })).data;
    },
  });
}

export function useSegmentList(search: string | undefined): ListState<Segment> {
  const query = search ? { search } : {};
  return usePages({
    key: [...KEY, 'list', query],
    load: async (position) =>
      outreach.get('/api/v1/segments/', { params: { query: { ...query, ...position } } }),
  });
}

export function useSegment(id: string): UseQueryResult<Segment> {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: async () => outreach.get('/api/v1/segments/{segment_id}/', ofSegment(id)),
  });
}

export function useSegmentContacts(id: string): ListState<Contact> {
  return usePages({
    key: ['contacts', 'of-segment', id],
    load: async (query) =>
      outreach.get('/api/v1/segments/{segment_id}/contacts/', {
        params: { path: { segment_id: id }, query },
      }),
  });
}

export interface Matching {
  /** The newest of them. */
  readonly examples: readonly Contact[];
  readonly total: number;
  /** True if the API has estimated the number. */
  readonly isEstimated: boolean;
}

/** The contacts that match filters now, also before these are saved. */
export function useMatching(body: SegmentFilters): UseQueryResult<Matching> {
  return useQuery({
    queryKey: ['contacts', 'matching', body],
    queryFn: async () => {
      const options = { body: { ...body, page_size: EXAMPLES_MAX } };
      const { data, meta } = await outreach.post('/api/v1/contacts/search/', options);
      const isEstimated = meta.total_count_estimated === true;
      return { examples: data, total: meta.total_count, isEstimated };
    },
    placeholderData: keepPreviousData,
  });
}

export function useCreateSegment(): Change<Submitted<SegmentInput>, Segment> {
  return useChange(async (input) => outreach.post('/api/v1/segments/', input), [KEY]);
}

export interface SegmentChange {
  readonly id: string;
  readonly body: Schema<'SegmentUpdate'>;
}

export function useUpdateSegment(): Change<SegmentChange, Segment> {
  return useChange(
    async ({ id, body }) => outreach.patch('/api/v1/segments/{segment_id}/', { ...ofSegment(id), body }),
    [KEY, ['contacts']],
  );
}

/** The segment that was shown is not loaded again. */
export function useDeleteSegment(): Change<string> {
  return useChange(
    async (id) => outreach.delete('/api/v1/segments/{segment_id}/', ofSegment(id)),
    [
      [...KEY, 'list'],
      [...KEY, 'choices'],
    ],
  );
}
