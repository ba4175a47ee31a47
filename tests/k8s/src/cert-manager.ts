import { z } from 'zod';

// The kinds of cert-manager in the overlays. kubernetes-models has no models of them; unknown members are errors.

const GROUP = 'cert-manager.io';
const VERSION = 'v1';
export const CERT_MANAGER = `${GROUP}/${VERSION}`;

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

/**
 * Definitions of these kinds for an API server without cert-manager. They accept every member: the schemas belong to
 * cert-manager.
 */
export const CUSTOM_DEFINITIONS: readonly unknown[] = customSchema.options.map(({ shape }) => {
  const kind = shape.kind.value;
  const plural = `${kind.toLowerCase()}s`;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { kind, plural },
      versions: [{ name: VERSION, served: true, storage: true, schema }],
    },
  };
});
