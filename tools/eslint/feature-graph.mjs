// The features of each service and the features that each of them may import, by its index.ts only. The graph has no
// cycles; a test checks that. A new feature is a line here.

export const featureGraph = {
  auth: {},
  contacts: {},
  campaigns: {},
  webhooks: {},
};
