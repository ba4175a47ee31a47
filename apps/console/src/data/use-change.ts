import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query';

export type Change<Input, Result = unknown> = UseMutationResult<Result, Error, Input>;

/** A change. The views with these keys load again after it, also after a failure, which may have had an effect. */
export function useChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  keys: readonly QueryKey[],
): Change<Input, Result> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: async () => Promise.all(keys.map(async (queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** The input of a form, with the Idempotency-Key of its body. */
export interface Submitted<Body> {
  readonly body: Body;
  readonly idempotencyKey: string;
}
