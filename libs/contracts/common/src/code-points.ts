/** True when a text has at most `max` Unicode code points, the unit of all public limits. */
export function fitsCodePoints(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > max * 2) return false;
  return Array.from(text).length <= max;
}
