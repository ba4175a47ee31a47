import { z } from 'zod';

/** Values of more bytes are not kept. Those of a contact together have fewer. */
const VALUES_BYTES_MAX = 262_144;

/** What the bodies of an email were rendered with, beside its step, variant and contact. */
export interface Rendering {
  readonly at: Date;
  /** The name of the sender. */
  readonly from_name: string | null;
  /** The values of the variables that the templates name. */
  readonly values: object;
}

/** Bytes as they are written, and as they are read. */
export type SealedBytes = Uint8Array | { readonly buffer: Uint8Array };

const Kept = z.object({
  at: z.number(),
  from_name: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
});

/** Null if the values are too large. */
export function sealRendering(
  sealer: { seal(plain: Uint8Array): Uint8Array },
  { at, ...rendering }: Rendering,
): Uint8Array | null {
  const plain = Buffer.from(JSON.stringify({ at: at.getTime(), ...rendering }), 'utf8');
  return plain.length > VALUES_BYTES_MAX ? null : sealer.seal(plain);
}

export function openRendering(
  sealer: { open(sealed: Uint8Array): Uint8Array },
  sealed: SealedBytes,
): Rendering {
  const bytes = sealed instanceof Uint8Array ? sealed : sealed.buffer;
  const { at, ...rendering } = Kept.parse(JSON.parse(new TextDecoder().decode(sealer.open(bytes))));
  return { at: new Date(at), ...rendering };
}
