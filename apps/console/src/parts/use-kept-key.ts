import { useSessionStorage } from '@mantine/hooks';
import { OutreachError } from '@outreach/client';
import { useState } from 'react';
import { randomKey } from './random-key.ts';

export interface KeptKey {
  readonly key: string;
  /** Gives a changed text another key. */
  readonly renew: () => void;
  /** Gives the next attempt another key after a refusal. After a lost answer the key stays. */
  readonly onError: (error: Error) => void;
}

/** The Idempotency-Key of a text that survives a reload: sent again after it, the text creates nothing twice. */
export function useKeptKey(name: string): KeptKey {
  const [initial] = useState(randomKey);
  const [kept, setKept] = useSessionStorage({
    key: `key-${name}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const renew = (): void => setKept(randomKey());
  return {
    key: kept === '' ? initial : kept,
    renew,
    onError: (error) => {
      if (isRefusal(error)) renew();
    },
  };
}

const SERVER_ERROR = 500;

/** True if the API has done nothing, and would answer the same key with the same refusal. */
function isRefusal(error: Error): boolean {
  return (
    error instanceof OutreachError && error.status < SERVER_ERROR && error.code !== 'idempotency_in_progress'
  );
}
