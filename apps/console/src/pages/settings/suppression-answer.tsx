import { Text } from '@mantine/core';
import { OutreachError } from '@outreach/client';
import type { ReactNode } from 'react';
import { useSuppressionCheck, type SuppressionCheck } from '../../data/suppressions.ts';
import { formatWord } from '../../parts/format.ts';

/** Whether an address is suppressed, and why. */
export function SuppressionAnswer({ email }: { readonly email: string | undefined }): ReactNode {
  const check = useSuppressionCheck(email);
  if (email === undefined) return null;
  return (
    <Text role="status" {...(check.isError ? { c: 'error' } : {})}>
      {textOf(email, check)}
    </Text>
  );
}

function textOf(
  email: string,
  { data, error }: Pick<ReturnType<typeof useSuppressionCheck>, 'data' | 'error'>,
): string {
  if (error !== null)
    return error instanceof OutreachError && error.code === 'validation_error'
      ? 'Enter a whole email address.'
      : error.message;
  if (data === undefined) return '';
  return data.suppressed ? `${email} is suppressed: ${causeOf(data)}.` : `${email} is not suppressed.`;
}

function causeOf({ reason, type, scope }: SuppressionCheck): string {
  const words = reason === null ? 'unknown' : formatWord(reason).toLowerCase();
  const ofDomain = type === 'domain' ? ', by its domain' : '';
  return `${words}${ofDomain}${scope === 'global' ? ', by the operator of this installation' : ''}`;
}
