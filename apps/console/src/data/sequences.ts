import type { Schema } from '@outreach/client';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { outreach } from './client.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Sequence = Schema<'Sequence'>;
export type SequenceStep = Sequence['steps'][number];
export type SequenceStepInput = Schema<'SequenceStepInput'>;

export function useSequences(search: string | undefined): ListState<Sequence> {
  const query = search ? { search } : {};
  return usePages({
    key: ['sequences', query],
    load: async (position) =>
      outreach.get('/api/v1/sequences/', { params: { query: { ...query, ...position } } }),
  });
}

const ofSequence = (sequence_id: string) => ({ params: { path: { sequence_id } } });

export function useSequence(id: string): UseQueryResult<Sequence> {
  return useQuery({
    queryKey: ['sequence', id],
    queryFn: async () => outreach.get('/api/v1/sequences/{sequence_id}/', ofSequence(id)),
  });
}

export interface NewSequence {
  readonly name: string;
  /** One per opened form. */
  readonly idempotencyKey: string;
}

export function useCreateSequence(): UseMutationResult<Sequence, Error, NewSequence> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, idempotencyKey }) =>
      outreach.post('/api/v1/sequences/', { body: { name }, idempotencyKey }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['sequences'] }),
  });
}

/** A change of a sequence, whose answer is the changed sequence. */
function useChange<Input>(
  id: string,
  mutationFn: (input: Input) => Promise<Sequence>,
): UseMutationResult<Sequence, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (sequence) => {
      client.setQueryData(['sequence', id], sequence);
      await client.invalidateQueries({ queryKey: ['sequences'] });
    },
  });
}

export function useSaveSteps(id: string): UseMutationResult<Sequence, Error, SequenceStepInput[]> {
  return useChange(id, async (steps) =>
    outreach.put('/api/v1/sequences/{sequence_id}/steps/', { ...ofSequence(id), body: { steps } }),
  );
}

export type SequenceChange = Schema<'SequenceUpdate'>;

export function useUpdateSequence(id: string): UseMutationResult<Sequence, Error, SequenceChange> {
  return useChange(id, async (body) =>
    outreach.patch('/api/v1/sequences/{sequence_id}/', { ...ofSequence(id), body }),
  );
}

export interface Winner {
  readonly step_id: string;
  readonly variant_id: string;
}

export function useSelectWinner(id: string): UseMutationResult<Sequence, Error, Winner> {
  return useChange(id, async ({ step_id, variant_id }) =>
    outreach.post('/api/v1/sequences/{sequence_id}/steps/{step_id}/winner/', {
      params: { path: { sequence_id: id, step_id } },
      body: { variant_id },
    }),
  );
}

export function useCloneSequence(id: string): UseMutationResult<Sequence, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (idempotencyKey) =>
      outreach.post('/api/v1/sequences/{sequence_id}/clone/', {
        ...ofSequence(id),
        body: {},
        idempotencyKey,
      }),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['sequences'] }),
  });
}

export function useDeleteSequence(id: string): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => outreach.delete('/api/v1/sequences/{sequence_id}/', ofSequence(id)),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['sequences'] }),
  });
}

/** The email of a step for a contact; without a variant, the one that the contact receives. */
export interface StepSelection {
  readonly contact_id: string;
  readonly step_number: number;
  readonly variant_id: string | null;
}

/** The stored step as it is sent. It is rendered again after each save. */
export function usePreview(
  { id, version }: Pick<Sequence, 'id' | 'version'>,
  selection: StepSelection | undefined,
): UseQueryResult<Schema<'StepPreview'>> {
  return useQuery({
    queryKey: ['sequence', id, 'preview', version, selection],
    enabled: selection !== undefined,
    queryFn: async () =>
      outreach.post('/api/v1/sequences/{sequence_id}/preview/', {
        ...ofSequence(id),
        body: selection ?? { contact_id: '', step_number: 1 },
      }),
    placeholderData: keepPreviousData,
  });
}

export interface TestEmail extends StepSelection {
  readonly sending_account_id: string;
  readonly to: string;
}

export function useTestSend(id: string): UseMutationResult<Schema<'TestEmailResult'>, Error, TestEmail> {
  return useMutation({
    mutationFn: async (body) =>
      outreach.post('/api/v1/sequences/{sequence_id}/test-send/', { ...ofSequence(id), body }),
  });
}
