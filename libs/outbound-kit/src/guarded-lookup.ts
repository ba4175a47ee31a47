import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressGuard } from './address-guard.ts';

export class AddressRefused extends Error {
  constructor() {
    super('The address is not allowed.');
    this.name = 'AddressRefused';
  }
}

/** All addresses of a name, in the order of the resolver. */
export type Resolve = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const resolveName: Resolve = (hostname, callback) => {
  lookup(hostname, { all: true, order: 'verbatim' }, callback);
};

/** Resolves a name for `net.connect`. Fails with `AddressRefused` if the guard refuses one of the addresses. */
export function guardedLookup(guard: AddressGuard, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    const loopback = guard.loopbackAddresses(hostname.replace(/\.$/, ''));
    if (loopback !== undefined) {
      answer(loopback.map(toAnswer), { all: options.all === true, callback });
      return;
    }
    resolve(hostname, (error, addresses) => {
      if (error !== null) callback(error, '', 0);
      else if (addresses.every(({ address }) => guard.allows(address))) {
        answer(addresses, { all: options.all === true, callback });
      } else callback(new AddressRefused(), '', 0);
    });
  };
}

interface AnswerTo {
  readonly all: boolean;
  readonly callback: Parameters<LookupFunction>[2];
}

function answer(addresses: readonly LookupAddress[], { all, callback }: AnswerTo): void {
  const [first] = addresses;
  if (first === undefined) callback(new AddressRefused(), '', 0);
  else if (all) callback(null, [...addresses]);
  else callback(null, first.address, first.family);
}

function toAnswer(address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 };
}
