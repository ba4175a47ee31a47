export { classifyReply, toClassification } from './classify-reply.ts';
export type { BounceClassification } from './classify-reply.ts';
