import type { Schema } from '@outreach/client';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { outreach } from './client.ts';
import { useChange, type Change, type Submitted } from './use-change.ts';
import { usePages, type ListState } from './use-pages.ts';

export type Sequence = Schema<'Sequence'>;
export type SequenceStep = Sequence['steps'][number];
export type SequenceStepInput = Schema<'SequenceStepInput'>;

export function useSequences(
  search: string | undefined,
  keep?: (sequence: Sequence) => boolean,
): ListState<Sequence> {
  const query = search ? { search } : {};
  return usePages({
    key: ['sequences', query],
    keep,
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

export function useCreateSequence(): Change<Submitted<Schema<'SequenceCreate'>>, Sequence> {
  return useChange(async (input) => outreach.post('/api/v1/sequences/', input), [['sequences']]);
}

/** A change of a sequence, whose answer is the changed sequence. */
function useSequenceChange<Input>(
  id: string,
  mutationFn: (input: Input) => Promise<Sequence>,
): Change<Input, Sequence> {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (sequence) => {
      client.setQueryData(['sequence', id], sequence);
      await client.invalidateQueries({ queryKey: ['sequences'] });
    },
  });
}

export function useSaveSteps(id: string): Change<SequenceStepInput[], Sequence> {
  return useSequenceChange(id, async (steps) =>
    outreach.put('/api/v1/sequences/{sequence_id}/steps/', { ...ofSequence(id), body: { steps } }),
  );
}

export type SequenceChange = Schema<'SequenceUpdate'>;

export function useUpdateSequence(id: string): Change<SequenceChange, Sequence> {
  return useSequenceChange(id, async (body) =>
    outreach.patch('/api/v1/sequences/{sequence_id}/', { ...ofSequence(id), body }),
  );
}

export function useSelectWinner(id: string): Change<Record<'step_id' | 'variant_id', string>, Sequence> {
  return useSequenceChange(id, async ({ step_id, variant_id }) =>
    outreach.post('/api/v1/sequences/{sequence_id}/steps/{step_id}/winner/', {
      params: { path: { sequence_id: id, step_id } },
      body: { variant_id },
    }),
  );
}

/** Copies a sequence. The input is the Idempotency-Key. */
export function useCloneSequence(id: string): Change<string, Sequence> {
  return useChange(
    async (idempotencyKey) =>
      outreach.post('/api/v1/sequences/{sequence_id}/clone/', {
        ...ofSequence(id),
        body: {},
        idempotencyKey,
      }),
    [['sequences']],
  );
}

export function useDeleteSequence(id: string): Change<void> {
  return useChange(
    async () => outreach.delete('/api/v1/sequences/{sequence_id}/', ofSequence(id)),
    [['sequences']],
  );
}

/** The email of a step for a contact; without a variant, the one that the contact receives. */
export type StepSelection = Schema<'StepSelection'>;

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

export function useTestSend(id: string): Change<Schema<'TestEmail'>, Schema<'TestEmailResult'>> {
  return useChange(
    async (body) => outreach.post('/api/v1/sequences/{sequence_id}/test-send/', { ...ofSequence(id), body }),
    [],
  );
}
