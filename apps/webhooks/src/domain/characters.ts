/** Length in Unicode code points, as the public limits count. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}
