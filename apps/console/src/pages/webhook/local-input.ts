const MINUTE_MS = 60_000;
const MINUTE_LENGTH = 'yyyy-mm-ddThh:mm'.length;

/** A time as an input of type datetime-local has it: in the zone of the browser, to the minute. */
export function toLocalInput(timeMs: number): string {
  const offsetMs = new Date(timeMs).getTimezoneOffset() * MINUTE_MS;
  return new Date(timeMs - offsetMs).toISOString().slice(0, MINUTE_LENGTH);
}
