/**
 * The date of a message as text.
 * @throws Error for a message without the date, which every version of the service sets.
 */
export function requireTimestamp(date: Date | undefined, field: string): string {
  if (date === undefined) throw new Error(`The message has no ${field}.`);
  return date.toISOString();
}
