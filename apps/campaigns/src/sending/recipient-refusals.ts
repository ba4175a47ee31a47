/** A refused address of a message. */
export interface RecipientRefusal {
  /** 0 for the recipient; the copies follow. */
  readonly position: number;
  /** The error with the reply of the server. */
  readonly error: Error;
  readonly isTemporary: boolean;
}

/** The first code of a refusal for good. */
const PERMANENT_CODE = 500;

/** @param errors the errors of the refused addresses. @param to the recipient and the copies. */
export function refusalsOf(
  errors: readonly (Error & {
    readonly recipient?: string | undefined;
    readonly responseCode?: number | undefined;
  })[],
  to: readonly string[],
): readonly RecipientRefusal[] {
  return errors.map((error) => ({
    error,
    position: to.indexOf(error.recipient ?? ''),
    isTemporary: error.responseCode === undefined || error.responseCode < PERMANENT_CODE,
  }));
}

/**
 * The refusal for which a message is sent to no address: that of the recipient, or a temporary one of a copy. If it were
 * sent to the others now, the next attempt would send it to them twice. Copies that are refused for good are left out.
 */
export function decidingRefusal(refusals: readonly RecipientRefusal[]): RecipientRefusal | undefined {
  const ofRecipient = refusals.find(({ position }) => position <= 0);
  return ofRecipient ?? refusals.find(({ isTemporary }) => isTemporary);
}

/** The positions of refused copies among the copies. */
export function refusedCopies(refusals: readonly RecipientRefusal[]): readonly number[] {
  return refusals.flatMap(({ position }) => (position > 0 ? [position - 1] : []));
}
