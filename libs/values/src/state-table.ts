/** The state after each operation, by the state before it. An operation is not allowed in the states that it leaves out. */
export type Transitions<State extends string, Operation extends string> = Readonly<
  Record<Operation, Readonly<Partial<Record<State, State>>>>
>;

/** The states of a record and the operations that change them. */
export interface StateTable<State extends string, Operation extends string> {
  readonly states: readonly State[];
  readonly operations: readonly Operation[];
  /** The state after the operation; undefined if the operation is not allowed in the state. */
  next(from: State, operation: Operation): State | undefined;
  /** The states in which the operation is allowed. */
  statesOf(operation: Operation): readonly State[];
  /** True if no operation leads to another state. */
  isEnd(state: State): boolean;
}

/** The table is the only source of the allowed transitions: code, documents and tests read it. */
export function defineStates<State extends string, Operation extends string>(
  states: readonly State[],
  transitions: Transitions<State, Operation>,
): StateTable<State, Operation> {
  const next = (from: State, operation: Operation): State | undefined => transitions[operation][from];
  const operations = Object.keys(transitions) as Operation[];
  return {
    states,
    operations,
    next,
    statesOf: (operation) => states.filter((state) => next(state, operation) !== undefined),
    isEnd: (state) => operations.every((operation) => (next(state, operation) ?? state) === state),
  };
}
