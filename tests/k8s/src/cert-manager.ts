import { z } from 'zod';

// The kinds of cert-manager in the overlays. kubernetes-models has no models of them; unknown members are errors.

export const CERT_MANAGER = 'cert-manager.io/v1';

const custom = {
  apiVersion: z.literal(CERT_MANAGER),
  metadata: z.strictObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
};

const privateKey = z.strictObject({
  algorithm: z.string(),
  size: z.int(),
  rotationPolicy: z.string().optional(),
});
const certificate = z.strictObject({
  ...custom,
  kind: z.literal('Certificate'),
  spec: z.strictObject({
    isCA: z.boolean().optional(),
    commonName: z.string().optional(),
    secretName: z.string(),
    dnsNames: z.array(z.string()).optional(),
    usages: z.array(z.string()).optional(),
    duration: z.string(),
    renewBefore: z.string().optional(),
    privateKey,
    issuerRef: z.strictObject({ kind: z.string(), name: z.string() }),
  }),
});
const issuer = z.strictObject({
  ...custom,
  kind: z.literal('Issuer'),
  spec: z.strictObject({
    selfSigned: z.strictObject({}).optional(),
    ca: z.strictObject({ secretName: z.string() }).optional(),
  }),
});

/** An object of cert-manager. */
export const customSchema = z.discriminatedUnion('kind', [certificate, issuer]);
