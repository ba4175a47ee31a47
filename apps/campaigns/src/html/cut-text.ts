/** The beginning of a text with at most so many bytes of UTF-8; no character is cut. */
export function cutText(text: string, bytesMax: number): string {
  if (text.length * 3 <= bytesMax) return text;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= bytesMax) return text;
  let end = bytesMax;
  // Bytes of the form 10xxxxxx continue a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
