/**
 * Without auth no request can be served. Without another backend most can, and a gateway that called itself not
 * ready then would spread one outage to everything.
 */
export function whyNotReady(missing: readonly string[]): string | undefined {
  return missing.includes('auth') ? 'no answer from auth' : undefined;
}
