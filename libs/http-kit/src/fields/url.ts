import { fitsCodePoints } from '@outreach/values';
import { z } from 'zod';
import { TEXT_MAX, tooLong } from './text.ts';

/** An absolute http or https URL, unchanged. */
export const httpUrl: z.ZodType<string, string> = z
  .string()
  .refine((value) => fitsCodePoints(value, TEXT_MAX.url), tooLong(TEXT_MAX.url))
  .refine(isHttpUrl, 'must be an absolute http or https URL');

function isHttpUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && !/\s/.test(value);
}
