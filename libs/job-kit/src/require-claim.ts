/** The lease has ended and another worker has the item, or the item was replaced or deleted. */
export class ClaimLost extends Error {
  constructor() {
    super('The claim was lost: another worker has the item, or it was replaced.');
    this.name = 'ClaimLost';
  }
}

/**
 * Rolls back the unit of work of a worker that has lost its claim.
 * @param isHeld the result of the write that names the token of the claim.
 * @throws ClaimLost.
 */
export function requireClaim(isHeld: boolean): void {
  if (!isHeld) throw new ClaimLost();
}
