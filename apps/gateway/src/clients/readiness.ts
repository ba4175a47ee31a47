/**
 * Why the gateway is not ready; undefined when it is. Without auth no request can be answered. Without another backend
 * most requests still work, so its outage does not take the gateway out of rotation.
 */
export function reasonNotReady(missing: readonly string[]): string | undefined {
  return missing.includes('auth') ? 'no answer from auth' : undefined;
}
