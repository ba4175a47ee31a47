import type { Schema } from '@outreach/client';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { outreach } from './client.ts';
import { given } from './given.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Thread = Schema<'Thread'>;
export type ThreadMessage = Schema<'ThreadMessage'>;
export type Conversation = Schema<'ThreadWithMessages'>;

const REFRESH_MS = 20_000;

export interface ThreadFilter {
  readonly status?: Thread['status'] | undefined;
  readonly unread?: boolean | undefined;
  readonly intent?: Thread['intent'] | undefined;
  readonly campaign_id?: string | undefined;
  readonly sending_account_id?: string | undefined;
  readonly search?: string | undefined;
}

export function useInboxSummary(): UseQueryResult<Schema<'InboxSummary'>> {
  return useQuery({
    queryKey: ['threads', 'summary'],
    queryFn: async () => outreach.get('/api/v1/inbox/summary/'),
    refetchInterval: REFRESH_MS,
  });
}

export function useThreads(filter: ThreadFilter): ListState<Thread> {
  const { unread, search } = filter;
  const query = given({
    ...filter,
    unread: unread === true ? unread : undefined,
    search: search || undefined,
  });
  return usePages({
    key: ['threads', query],
    load: async (position) =>
      outreach.get('/api/v1/inbox/threads/', { params: { query: { ...query, ...position } } }),
    refreshMs: REFRESH_MS,
  });
}

const ofThread = (thread_id: string) => ({ params: { path: { thread_id } } });

export function useConversation(id: string): UseQueryResult<Conversation> {
  return useQuery({
    queryKey: ['thread', id],
    queryFn: async () => outreach.get('/api/v1/inbox/threads/{thread_id}/', ofThread(id)),
    refetchInterval: REFRESH_MS,
  });
}

export type ThreadChange = Partial<Pick<Thread, 'status' | 'unread' | 'intent'>>;

/** A change of a thread is shown at once: it can be undone. */
export function useThreadUpdate(id: string): Change<ThreadChange> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body) =>
      outreach.patch('/api/v1/inbox/threads/{thread_id}/', { ...ofThread(id), body }),
    onMutate: (change) => {
      client.setQueryData<Conversation>(['thread', id], (current) =>
        current === undefined ? current : { ...current, ...change },
      );
    },
    onSettled: async () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['thread', id] }),
        client.invalidateQueries({ queryKey: ['threads'] }),
      ]),
  });
}

export function useThreadReply(id: string): Change<Submitted<Schema<'ThreadReply'>>, ThreadMessage> {
  return useChange(
    async (input) => outreach.post('/api/v1/inbox/threads/{thread_id}/reply/', { ...ofThread(id), ...input }),
    [['thread', id], ['threads']],
  );
}

/** Marks a thread as read when it is opened. */
export function useMarkRead(): Change<string> {
  return useChange(
    async (id) =>
      outreach.patch('/api/v1/inbox/threads/{thread_id}/', { ...ofThread(id), body: { unread: false } }),
    [['threads']],
  );
}
