/** The kinds of cert-manager in the overlays, with the plural names of the API. */
const CUSTOM_KINDS = [
  { group: 'cert-manager.io', version: 'v1', kind: 'Certificate', plural: 'certificates' },
  { group: 'cert-manager.io', version: 'v1', kind: 'Issuer', plural: 'issuers' },
] as const;

const definitions = CUSTOM_KINDS.map(({ group, version, kind, plural }) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { kind, plural },
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}));

/** Definitions of the custom kinds. They accept every member: the schemas belong to cert-manager. */
export const CUSTOM_DEFINITIONS: string = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: definitions,
});
