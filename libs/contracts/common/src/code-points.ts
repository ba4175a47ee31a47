/** True when a text has at most `max` Unicode code points, as public limits count; cheap for texts that cannot have more. */
export function fitsCodePoints(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > max * 2) return false;
  return Array.from(text).length <= max;
}
